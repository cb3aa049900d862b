import { type ApplyRun } from './apply-run.ts';
import { lackingIn } from './response-differences.ts';
import { compareValues } from '../derive/compare/compare-values.ts';
import { hasSecret } from '../derive/forms/masked.ts';
import { hidesValue } from '../derive/forms/mask-text.ts';
import { fieldAt } from '../derive/forms/fields.ts';
import { hideLike, toLedgerForm, ledgerSecret } from '../derive/forms/ledger-form.ts';
import { isTree } from '../derive/forms/tree.ts';
import { sentHash } from '../derive/forms/given-up.ts';
import type { KindName } from '../kinds/kind.ts';
import type { LedgerSpec, LedgerEntry, NotPersisted } from '../model/ledger/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Step } from '../model/plan/step.ts';
import { Secret } from '../model/secret.ts';
import type { Json, Path, Spec, Value } from '../model/value.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { SecretReference } from '../model/secret-reference.ts';
import { ledgerEntryOf } from './ledger-entry-of.ts';

/** The entry after a write or an adoption: what was sent and returned, and when. */
export function entryAfter(
  run: ApplyRun,
  step: Step,
  { uid, live }: { uid: string; live: Live },
): LedgerEntry {
  const known = ledgerEntryOf(run, step);
  const before = step.action === 'adopt' && known?.id !== live.id ? undefined : known;
  const applied = appliedAfter(run, step, uid, before);
  const edge_id = live.edge_id ?? step.edge_id;
  const origin = step.origin?.file ?? before?.origin;
  const observed = observedIn(run, live, { uid, desired: step.desired, before });
  const drifted = run.drifted.get(step.address);
  const lacking = new Set(lackingIn(step, live, run.secrets).map(([name]) => String(name)));
  const unkept = notPersistedAfter(step, before, lacking);
  const keepsDrift = drifted !== undefined && before !== undefined;
  return withoutUndefined({
    uid,
    kind: step.kind,
    id: live.id,
    edge_id,
    applied: applied && Object.assign(stillApplied(step, before, lacking), applied),
    unkept: Object.keys(unkept).length === 0 ? undefined : unkept,
    observed: keepsDrift ? withDrifted(observed, before.observed, drifted) : observed,
    observed_at: keepsDrift ? before.observed_at : run.env.clock.now().toISOString(),
    is_protected: step.isProtected,
    origin,
  });
}

/** Fields that were removed from the files but are still live: the next plan must remove them, too. */
function stillApplied(
  { desired }: Step,
  before: LedgerEntry | undefined,
  lacking: ReadonlySet<string>,
): LedgerSpec {
  if (desired === undefined) return {};
  return Object.fromEntries(
    Object.entries(before?.applied ?? {}).filter(
      ([name]) => lacking.has(name) && desired[name] === undefined,
    ),
  );
}

/** Counts how often a field was sent and not kept; fields not sent this time keep their counts. */
function notPersistedAfter(
  { action, requests, desired }: Step,
  before: LedgerEntry | undefined,
  lacking: ReadonlySet<string>,
): Readonly<Record<string, NotPersisted>> {
  const body = requests[0]?.body ?? {};
  const left = Object.entries(before?.unkept ?? {}).filter(([name]) => !Object.hasOwn(body, name));
  const found = [...lacking].sort().map((name): [string, NotPersisted] => {
    const sent = sentHash(desired?.[name]);
    const known = before?.unkept?.[name];
    return [name, { sent, times: action !== 'create' && known?.sent === sent ? known.times + 1 : 1 }];
  });
  return Object.fromEntries([...left, ...found]);
}

/** Kept drift must still be drift for the next plan, so its previously observed value stays, with its date. */
function withDrifted(observed: LedgerSpec, before: LedgerSpec, drifted: ReadonlySet<string>): LedgerSpec {
  const ours = Object.entries(observed).filter(([name]) => !drifted.has(name));
  const theirs = Object.entries(before).filter(([name]) => drifted.has(name));
  return Object.fromEntries([...ours, ...theirs]);
}

/** The entry after a step without requests, which may change the declaration, the file or the protection. */
export function entryAsRecorded(run: ApplyRun, step: Step, entry: LedgerEntry): LedgerEntry {
  const applied = appliedAfter(run, step, entry.uid, entry);
  const origin = step.origin?.file ?? entry.origin;
  return {
    ...entry,
    ...withoutUndefined({ applied }),
    observed: withoutGone(run, step, entry),
    is_protected: step.isProtected,
    ...withoutUndefined({ origin }),
  };
}

/** A field that was removed outside Edgewright and then from the files, too, is not drift any more. */
function withoutGone(
  { live, secrets }: ApplyRun,
  { address, kind, desired }: Step,
  { applied = {}, observed }: LedgerEntry,
): LedgerSpec {
  const now = live?.known.get(address);
  if (desired === undefined || now === undefined || now === 'missing') return observed;
  const isGone = (name: string): boolean =>
    applied[name] !== undefined &&
    desired[name] === undefined &&
    compareValues(fieldAt(kind, [name]), undefined, now.spec[name], secrets) === 'same';
  return Object.fromEntries(Object.entries(observed).filter(([name]) => !isGone(name)));
}

/**
 * The applied spec: everything declared. Only values in the body were really sent: a secret outside it keeps its old
 * fingerprint, or a rotated value would look as if it had been sent. A step without a declaration (a retirement) adds
 * its body to the previous applied spec.
 */
function appliedAfter(
  run: ApplyRun,
  step: Step,
  uid: string,
  before: LedgerEntry | undefined,
): LedgerSpec | undefined {
  if (step.action === 'adopt') return before?.applied;
  const body = step.requests[0]?.body ?? {};
  const sent = toLedgerForm(body, run.secrets, run.fingerprint?.(uid));
  if (step.desired === undefined) return { ...before?.applied, ...sent };
  const declared = toLedgerForm(step.desired, run.secrets);
  // Kept drift is sent with its live value, which is not the declared one.
  const drifted = run.drifted.get(step.address);
  const isSent = (name: string): boolean => Object.hasOwn(body, name) && drifted?.has(name) !== true;
  return Object.fromEntries(
    Object.entries(declared).map(([name, value]) => [
      name,
      isSent(name) ? (sent[name] ?? value) : withKnownSecrets(value, before?.applied?.[name]),
    ]),
  );
}

function withKnownSecrets(value: Json, before: Json | undefined): Json {
  const secret = ledgerSecret(value);
  if (secret !== undefined) {
    return before !== undefined && ledgerSecret(before)?.template === secret.template ? before : value;
  }
  if (typeof value !== 'object' || value === null || typeof before !== 'object' || before === null)
    return value;
  const known = before as Readonly<Record<string, Json>>;
  const entries = Object.entries(value).map(
    ([key, item]) => [key, withKnownSecrets(item, known[key])] as const,
  );
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** Substitute for an object whose response could not be read: the requested state. */
export function assumedLive(step: Step, id: string): Live {
  const spec: Spec = step.predicted ?? step.desired ?? {};
  const parent = typeof spec['edge_id'] === 'string' ? spec['edge_id'] : undefined;
  return withoutUndefined({
    kind: step.kind,
    id,
    edge_id: step.edge_id ?? parent,
    spec,
    isManageable: true,
  });
}

/** The observed spec for the ledger; for a string written with a secret, also whether the service showed it. */
export function observedIn(
  run: ApplyRun,
  { kind, spec }: Live,
  { uid, desired, before }: { uid: string; desired: Spec | undefined; before: LedgerEntry | undefined },
): LedgerSpec {
  // The files may not refer any more to a secret that live still has.
  const left = Object.entries(before?.observed ?? {}).filter(([name]) => desired?.[name] === undefined);
  const patterns = [desired, before?.applied, Object.fromEntries(left)];
  const hidden = patterns.reduce(hideLike, spec);
  const kept = toLedgerForm(hidden, run.secrets, run.fingerprint?.(uid));
  return (
    desired === undefined || !hasSecret(desired)
      ? kept
      : withMasked(run, { kind, seen: hidden, kept, desired }, [])
  ) as LedgerSpec;
}

interface Sides {
  readonly kind: KindName;
  readonly seen: Value | undefined;
  readonly kept: Json;
  readonly desired: Value | undefined;
}

function withMasked(run: ApplyRun, { kind, seen, kept, desired }: Sides, path: Path): Json {
  if (desired instanceof SecretReference) {
    const secret = ledgerSecret(kept);
    if (!(seen instanceof Secret) || secret === undefined) return kept;
    const verdict = compareValues(fieldAt(kind, path), desired, seen, run.secrets);
    if (verdict === 'different') return kept;
    const resolved = desired.resolve(run.secrets);
    const isHidden = hidesValue(seen.reveal(), 'value' in resolved ? resolved.value.reveal() : undefined);
    return { $secret: { ...secret, ...(isHidden ? { hidden: true } : { template: desired.template }) } };
  }
  if (!isTree(seen) || !isTree(desired) || !isTree(kept)) return kept;
  const ours = new Map(Object.entries(desired).map(([name, item]) => [name.toLowerCase(), item]));
  return Object.fromEntries(
    Object.entries(kept as LedgerSpec).map(([name, item]): [string, Json] => [
      name,
      withMasked(run, { kind, seen: seen[name], kept: item, desired: ours.get(name.toLowerCase()) }, [
        ...path,
        name,
      ]),
    ]),
  );
}
