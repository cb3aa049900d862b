import type { SpecChange } from '../compare/spec-change.ts';
import { isHiddenText, isMaskedText } from '../../derive/forms/mask-text.ts';
import { isPolicyUnreadable } from '../../derive/policy/policy-guards.ts';
import { isPolicyHidden, textIn } from '../../derive/policy/policy-hidden.ts';
import { shownText } from '../../derive/policy/policy-text.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { ExposureFact, ExposureLoss, Unread } from '../../model/facts/exposure.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import { Secret } from '../../model/secret.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Spec, Value } from '../../model/value.ts';
import { asWritten } from '../compare/as-written.ts';
import { waysOf } from '../../simulate/unknown/ways.ts';
import { distinct } from './distinct.ts';
import { openedRequests } from './less-protected.ts';
import { comparedAddress } from './compared-ways.ts';

/**
 * Reasons why the exposure of a step cannot be checked: a policy masked by the service or hidden in a snapshot. Without
 * them, the plan would look as if no protection were lost.
 */

/** The step with the reasons, if there are any. */
export function withPossibleExposure(step: Step, reasons: readonly ExposureFact[]): Step {
  if (reasons.length === 0) return step;
  return { ...step, possibleExposure: distinct([...(step.possibleExposure ?? []), ...reasons]) };
}

/**
 * The reasons if one of two policies cannot be read and the two are not identical. There are none for a policy that was
 * applied last and is sent again together with other fields, as long as live still shows it as returned then; nor if
 * the last applied policy can be read and compared instead.
 */
export function possibleExposureOf(
  { kind, before, after }: SpecChange,
  entry?: LedgerEntry,
): readonly ExposureFact[] {
  const [policyBefore, policyAfter] = [before, after].map(textIn);
  const isAsBefore =
    policyBefore === policyAfter || (entry !== undefined && isSentAgain(entry, policyBefore, policyAfter));
  if (isAsBefore && !isSwitchedOffUnread(before, after)) return [];
  if (isPolicyHidden(after)) return [{ code: 'policy-unverified', why: whyUnread(policyAfter) }];
  if (!isPolicyUnreadable(before) || refusesAll(kind, after) || isKnownByApplied(entry, policyBefore))
    return [];
  return [{ code: 'policy-unread', why: whyUnread(policyBefore) }];
}

/** Whether the policy keeps out every request. */
function refusesAll(kind: KindName, spec: Spec): boolean {
  const { ways, isCut } = waysOf({ address: comparedAddress, kind, spec });
  return !isCut && ways.every(({ end }) => end.is === 'kept-out');
}

/** Whether `lostSinceApplied` compares the last applied policy instead. */
function isKnownByApplied(entry: LedgerEntry | undefined, oldPolicy: Value | undefined): boolean {
  if (entry?.applied === undefined) return false;
  const ours = asWritten(entry.applied);
  if (ours['traffic_policy'] === undefined || isPolicyUnreadable(ours)) return false;
  return isAsAnswered(entry, oldPolicy);
}

/**
 * Whether the live policy is the one that the service returned for the last applied one. A secret that a snapshot does
 * not show although the service does: the snapshot tells whether its fixed text is that of the applied one.
 */
function isAsAnswered({ applied = {}, observed }: LedgerEntry, oldPolicy: Value | undefined): boolean {
  if (isNotInSnapshot(oldPolicy)) {
    const ours = shownText(textIn(asWritten(applied)));
    return typeof ours === 'string' && oldPolicy.seen?.fits?.includes(ours) === true;
  }
  return shownText(textIn(asWritten(observed))) === shownText(oldPolicy);
}

/** Whether the service shows the secret, which a snapshot does not. */
function isNotInSnapshot(value: Value | undefined): value is Secret {
  return value instanceof Secret && value.seen?.isClear === true;
}

/** Whether an unreadable policy is disabled: a policy that is removed is sent unchanged, with `enabled: false`. */
function isSwitchedOffUnread(before: Spec, after: Spec): boolean {
  return isPolicyUnreadable(before) && !isPolicyUnreadable(after) && textIn(before) === textIn(after);
}

function isSentAgain(
  entry: LedgerEntry,
  oldPolicy: Value | undefined,
  newPolicy: Value | undefined,
): boolean {
  if (entry.applied === undefined) return false;
  return (
    shownText(textIn(asWritten(entry.applied))) === shownText(newPolicy) && isAsAnswered(entry, oldPolicy)
  );
}

/** The losses relative to the last applied policy, which is compared if the live one cannot be read. */
export function lostSinceApplied(
  { kind, applied }: LedgerEntry,
  before: Spec,
  after: Spec,
): readonly ExposureLoss[] {
  const ours = applied?.['traffic_policy'];
  if (ours === undefined || !isPolicyUnreadable(before)) return [];
  if (textIn(before) === textIn(after) && !isSwitchedOffUnread(before, after)) return [];
  return openedRequests({ kind, before: { ...before, ...asWritten({ traffic_policy: ours }) }, after });
}

/** Why the policy of a live object cannot be compared. */
export function whyUnread(text: Value | undefined): Unread {
  const shown = shownText(text);
  if (isHiddenText(shown) || isNotInSnapshot(text)) return 'snapshot';
  return typeof shown === 'string' && isMaskedText(shown) ? 'masked' : 'unreadable';
}
