import type { Step } from '../model/plan/step.ts';
import { keep, keptSecret } from '../derive/forms/kept.ts';
import { sentHash } from '../derive/forms/unkept.ts';
import type { KeptSpec, LedgerEntry, Unkept } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Json, Spec } from '../model/value.ts';
import { observedIn } from './observed.ts';
import { ledgerEntryOf, type ApplyRun } from './run.ts';
import { lackingIn } from './surprises.ts';

/** The entry after a write, or an adoption: what we sent, what was answered, when. */
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
  const observed = observedIn(run, live, { uid, desired: step.desired, applied: before?.applied });
  const held = run.held.get(step.address);
  const lacking = new Set(lackingIn(step, live, run.secrets).map(([name]) => String(name)));
  const unkept = unkeptAfter(step, before, lacking);
  return {
    uid,
    kind: step.kind,
    id: live.id,
    ...(edge_id === undefined ? {} : { edge_id }),
    ...(applied === undefined ? {} : { applied: { ...stillApplied(step, before, lacking), ...applied } }),
    ...(Object.keys(unkept).length === 0 ? {} : { unkept }),
    ...(held === undefined || before === undefined
      ? { observed, observed_at: run.env.clock.now().toISOString() }
      : { observed: withHeld(observed, before.observed, held), observed_at: before.observed_at }),
    is_protected: step.isProtected,
    ...(origin === undefined ? {} : { origin }),
  };
}

/** What was taken out of the files and is there still is to be taken out by the next plan, too. */
function stillApplied(
  { desired }: Step,
  before: LedgerEntry | undefined,
  lacking: ReadonlySet<string>,
): KeptSpec {
  if (desired === undefined) return {};
  return Object.fromEntries(
    Object.entries(before?.applied ?? {}).filter(
      ([name]) => lacking.has(name) && desired[name] === undefined,
    ),
  );
}

/** Counts what was sent and not kept; what was not sent this time stays as it was. */
function unkeptAfter(
  { action, requests, desired }: Step,
  before: LedgerEntry | undefined,
  lacking: ReadonlySet<string>,
): Readonly<Record<string, Unkept>> {
  const body = requests[0]?.body ?? {};
  const left = Object.entries(before?.unkept ?? {}).filter(([name]) => !Object.hasOwn(body, name));
  const found = [...lacking].sort().map((name): [string, Unkept] => {
    const sent = sentHash(desired?.[name]);
    const known = before?.unkept?.[name];
    return [name, { sent, times: action !== 'create' && known?.sent === sent ? known.times + 1 : 1 }];
  });
  return Object.fromEntries([...left, ...found]);
}

/** What is held is still an outside change for the next plan: what was observed of it before stays, with its date. */
function withHeld(observed: KeptSpec, before: KeptSpec, held: ReadonlySet<string>): KeptSpec {
  const ours = Object.entries(observed).filter(([name]) => !held.has(name));
  const theirs = Object.entries(before).filter(([name]) => held.has(name));
  return Object.fromEntries([...ours, ...theirs]);
}

/** The entry of a step that sends nothing: it may be declared in another way, file or protection than before. */
export function entryKept(run: ApplyRun, step: Step, entry: LedgerEntry): LedgerEntry {
  const applied = appliedAfter(run, step, entry.uid, entry);
  const origin = step.origin?.file ?? entry.origin;
  return {
    ...entry,
    ...(applied === undefined ? {} : { applied }),
    is_protected: step.isProtected,
    ...(origin === undefined ? {} : { origin }),
  };
}

/**
 * Everything declared. Only what was in a body was really sent: a secret elsewhere keeps the fingerprint that it had,
 * or a rotated value that was not sent would look as if it had been. A step without a declaration (a retirement) adds
 * what it sent to what was applied before.
 */
function appliedAfter(
  run: ApplyRun,
  step: Step,
  uid: string,
  before: LedgerEntry | undefined,
): KeptSpec | undefined {
  if (step.action === 'adopt') return before?.applied;
  const body = step.requests[0]?.body ?? {};
  const sent = keep(body, run.secrets, run.fingerprint?.(uid));
  if (step.desired === undefined) return { ...before?.applied, ...sent };
  const declared = keep(step.desired, run.secrets);
  // What is held accompanies the request as someone else has made it: that is not what we want of it.
  const held = run.held.get(step.address);
  const isSent = (name: string): boolean => Object.hasOwn(body, name) && held?.has(name) !== true;
  return Object.fromEntries(
    Object.entries(declared).map(([name, value]) => [
      name,
      isSent(name) ? (sent[name] ?? value) : withKnownSecrets(value, before?.applied?.[name]),
    ]),
  );
}

function withKnownSecrets(value: Json, before: Json | undefined): Json {
  const secret = keptSecret(value);
  if (secret !== undefined) {
    return before !== undefined && keptSecret(before)?.template === secret.template ? before : value;
  }
  if (typeof value !== 'object' || value === null || typeof before !== 'object' || before === null)
    return value;
  const known = before as Readonly<Record<string, Json>>;
  const entries = Object.entries(value).map(
    ([key, item]) => [key, withKnownSecrets(item, known[key])] as const,
  );
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** What stands for an object whose answer could not be read: what we asked for. */
export function assumedLive(step: Step, id: string): Live {
  const spec: Spec = step.predicted ?? step.desired ?? {};
  const edge_id = step.edge_id ?? parentIn(spec);
  return {
    kind: step.kind,
    id,
    ...(edge_id === undefined ? {} : { edge_id }),
    spec,
    isManageable: true,
    answer: {},
  };
}

function parentIn(spec: Spec): string | undefined {
  return typeof spec['edge_id'] === 'string' ? spec['edge_id'] : undefined;
}
