/**
 * What keeps the exposure of a step from being checked: a policy that the service masks or a snapshot does not show. A
 * plan that said nothing then would look as if nothing got weaker.
 */
import type { Step } from '../../model/plan/step.ts';
import { isMaskedText } from '../../derive/forms/echo.ts';
import { isHiddenText } from '../../derive/forms/hidden-text.ts';
import { isPolicyHidden, shownText, textIn } from '../../derive/policy/policy-hidden.ts';
import { isPolicyUnreadable } from '../../derive/policy/policy-guards.ts';
import type { ExposureFact, ExposureLoss, Unread } from '../../model/facts/exposure.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import type { Spec, Value } from '../../model/value.ts';
import { asWritten } from '../compare/as-written.ts';
import { distinct } from './distinct.ts';
import { refusesAll, weakenedGuards } from './policy/policy-guards.ts';

/** The step with the reasons, if there are any. */
export function withPossibleExposure(step: Step, reasons: readonly ExposureFact[]): Step {
  if (reasons.length === 0) return step;
  return { ...step, possibleExposure: distinct([...(step.possibleExposure ?? []), ...reasons]) };
}

/**
 * Where one of two policies cannot be read and the other is not simply the same. What we applied last, and send again
 * beside something else, is not a question while live is shown as it was answered then; nor is what we applied last where
 * that can be read in its place.
 */
export function possibleExposureOf(before: Spec, after: Spec, entry?: LedgerEntry): readonly ExposureFact[] {
  const [was, is] = [before, after].map(textIn);
  const isAsBefore = was === is || (entry !== undefined && isSentAgain(entry, was, is));
  if (isAsBefore && !isSwitchedOffUnread(before, after)) return [];
  if (isPolicyHidden(after)) return [{ code: 'policy-unverified', why: whyUnread(is) }];
  if (!isPolicyUnreadable(before) || refusesAll(after) || isKnownByApplied(entry, was)) return [];
  return [{ code: 'policy-unread', why: whyUnread(was) }];
}

/** `guardsLostSinceApplied` looks at that one instead. */
function isKnownByApplied(entry: LedgerEntry | undefined, was: Value | undefined): boolean {
  if (entry?.applied === undefined) return false;
  const [ours, answered] = [entry.applied, entry.observed].map((kept) => asWritten(kept));
  if (ours?.['traffic_policy'] === undefined || isPolicyUnreadable(ours)) return false;
  return shownText(textIn(answered ?? {})) === shownText(was);
}

/** A policy that is taken out is sent as it is, and disabled: then nothing of it is left. */
function isSwitchedOffUnread(before: Spec, after: Spec): boolean {
  return isPolicyUnreadable(before) && !isPolicyUnreadable(after) && textIn(before) === textIn(after);
}

function isSentAgain(
  { applied, observed }: LedgerEntry,
  was: Value | undefined,
  is: Value | undefined,
): boolean {
  if (applied === undefined) return false;
  const [sent, answered] = [asWritten(applied), asWritten(observed)].map(textIn);
  return shownText(sent) === shownText(is) && shownText(answered) === shownText(was);
}

/** Instead of a live policy that cannot be read, what we applied last says what must not get lost. */
export function guardsLostSinceApplied(
  { applied }: LedgerEntry,
  before: Spec,
  after: Spec,
): readonly ExposureLoss[] {
  const ours = applied?.['traffic_policy'];
  if (ours === undefined || !isPolicyUnreadable(before)) return [];
  if (textIn(before) === textIn(after) && !isSwitchedOffUnread(before, after)) return [];
  return weakenedGuards(asWritten({ traffic_policy: ours }), after);
}

/** Why the policy of a live object cannot be compared. */
export function whyUnread(text: Value | undefined): Unread {
  const shown = shownText(text);
  if (isHiddenText(shown)) return 'snapshot';
  return typeof shown === 'string' && isMaskedText(shown) ? 'masked' : 'unreadable';
}
