import { matchesGlob } from '../../text/patterns/glob.ts';
import { isSwitchedOff } from '../../derive/module-state.ts';
import { kinds } from '../../kinds/index.ts';
import type { SecretFact } from '../../model/facts/secret-fact.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { PlanNote, UncomparedSecret } from '../../model/plan/plan.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Approval } from '../../model/workspace/workspace-document.ts';
import { comparerOf } from '../compare/secret-comparer.ts';
import { compareFields, type FieldResult } from '../compare/three-way.ts';
import type { ObjectSides } from '../compare/field-sides.ts';
import { isUntouched } from '../compare/live-as-observed.ts';
import { exposureOf } from '../exposure/exposure.ts';
import type { Planning } from '../input.ts';
import { decision, type Decision } from './decision.ts';
import {
  conflictStep,
  driftStep,
  goneStep,
  keepStep,
  movedStep,
  stuckStep,
  notPersistedStep,
  type FoundPair,
} from './steps-without-update.ts';
import type { ManagedPair } from './pair.ts';
import { updateStep } from './update-step.ts';
import { approvalsFor } from '../given-approvals.ts';
import { decisionId } from './decision-id.ts';
import { asWritten } from '../compare/as-written.ts';
import { factsOf } from '../compare/facts-of.ts';
import { objectKey } from './object-key.ts';

/** The reason for a secret that was not compared, if no other reason is known. */
const hidden: SecretFact = { code: 'hidden' };

/** The steps of a declared resource that is in the ledger. */
export function managedSteps(planning: Planning, pair: ManagedPair): Decision {
  if (!isFound(pair)) return goneStep(planning, pair);
  if (pair.live.isAssumed === true) return decision([keepStep(planning, pair)]);
  const moved = movedStep(planning, pair);
  if (moved !== undefined) return decision([moved]);
  const sides = sidesOf(planning, pair);
  const notes = unmanagedModules(sides);
  if (isUntouched(sides)) return decision([keepStep(planning, pair)], { notes });
  const { results, approvals, hash } = compared(planning, sides);
  const { steps, used } = stepsFor(planning, pair, results);
  return {
    steps,
    notes: [...notes, ...fieldNotes(sides, results)],
    uncompared: uncomparedIn(sides, results, hash),
    used: [...approvals, ...used],
  };
}

function isFound(pair: ManagedPair): pair is FoundPair {
  return pair.live !== 'missing';
}

function sidesOf(planning: Planning, { desired, live, entry, isRevived }: FoundPair): ObjectSides {
  return {
    desired,
    live: live.spec,
    // A revived orphan was changed by our retiring it, so it is compared with the response to that write.
    entry: isRevived === true ? withoutApplied(entry) : entry,
    comparer: comparerOf(planning, entry),
    facts: factsOf(planning, desired.kind, entry),
    writesSecrets: false,
  };
}

function withoutApplied({ applied: _applied, ...entry }: LedgerEntry): LedgerEntry {
  return entry;
}

interface Comparison {
  readonly results: readonly FieldResult[];
  /** Those that let secrets be sent which cannot be compared. */
  readonly approvals: readonly Approval[];
  /** The change that such an approval names; empty if all secrets were compared. */
  readonly hash: string;
}

/**
 * Secrets that cannot be compared are not sent, unless an approval covers the effect: the module of each is sent whole.
 */
function compared(planning: Planning, sides: ObjectSides): Comparison {
  const { desired, entry } = sides;
  const { address, kind } = desired;
  const results = compareFields(sides, kinds[kind].fields);
  const open = new Set(results.filter(({ notCompared }) => notCompared.length > 0).map(({ name }) => name));
  if (open.size === 0) return { results, approvals: [], hash: '' };
  const written = compareFields({ ...sides, writesSecrets: true }, kinds[kind].fields);
  const covers = written.filter(({ name }) => open.has(name)).flatMap(({ changes }) => changes);
  const hash = decisionId(planning, { address, ...objectKey(entry) }, 'write-secret', covers);
  const approvals = approvalsFor(planning, 'write-secret', { address, hash });
  return { results: approvals.length > 0 ? written : results, approvals, hash };
}

type ApprovedSteps = Pick<Decision, 'steps' | 'used'>;

/**
 * Our changes in one step, drift in a second one, a field that the service does not keep in a third. A conflict blocks
 * the whole object, as it is sent in one request.
 */
function stepsFor(planning: Planning, pair: FoundPair, results: readonly FieldResult[]): ApprovedSteps {
  const by = (wanted: FieldResult['verdict']): readonly FieldResult[] =>
    results.filter(({ verdict }) => verdict === wanted);
  const restored = planning.restores?.get(pair.desired.address);
  const isOpen = ({ name }: FieldResult): boolean => restored?.has(name) !== true;
  const all = results.filter(({ verdict }) => verdict !== 'same');
  const withoutApproval = (...steps: readonly Step[]): ApprovedSteps => ({ steps, used: [] });
  if (all.length === 0) return withoutApproval(keepStep(planning, pair));
  const update = (sent: readonly FieldResult[], drift: readonly FieldResult[]): Step =>
    leavingAlone(updateStep(planning, pair, { sent, drifted: drift }), results);
  const stuck = by('cannot-take-out');
  if (stuck.length > 0) return withoutApproval(stuckStep(planning, pair, { stuck, all }));
  const conflicts = by('conflict').filter(isOpen);
  if (conflicts.length > 0) {
    const blocked = conflictStep(planning, pair, { conflicts, all });
    const { isRestored, used } = revertOf(planning, blocked);
    return { steps: [isRestored ? update(all, []) : blocked], used };
  }
  const unkept = by('unkept');
  const left = all.filter((result) => !unkept.includes(result));
  if (unkept.length > 0) {
    const blocked = notPersistedStep(planning, pair, unkept);
    if (left.length === 0) return withoutApproval(blocked);
    const kept = results.filter((result) => !unkept.includes(result));
    const { steps, used } = stepsFor(planning, pair, kept);
    return { steps: [...steps, blocked], used };
  }
  const outside = by('outside').filter(isOpen);
  if (outside.length === 0) return withoutApproval(update(all, []));
  const drift = driftStep(planning, pair, outside);
  const { isRestored, used } = revertOf(planning, drift);
  if (isRestored) return { steps: [update(all, [])], used };
  const sent = all.filter((result) => !outside.includes(result));
  if (sent.length > 0) return withoutApproval(update(sent, outside), drift);
  return pair.formerly === undefined
    ? withoutApproval(drift)
    : withoutApproval(drift, keepStep(planning, pair));
}

/** Records undeclared drift as such: updating a different field does not make the outside change ours. */
function leavingAlone(step: Step, results: readonly FieldResult[]): Step {
  const drifted = results.filter(({ undeclared }) => undeclared.length > 0).map(({ name }) => name);
  if (step.action !== 'update' || drifted.length === 0) return step;
  return { ...step, drifted: [...(step.drifted ?? []), ...drifted] };
}

/** Whether the outside change of a step is reverted, and the approvals that allow it: used even beside a flag. */
function revertOf(
  planning: Planning,
  step: Step,
): { readonly isRestored: boolean; readonly used: readonly Approval[] } {
  if (planning.environment.drift === 'revert') return { isRestored: true, used: [] };
  const used = approvalsFor(planning, 'revert', step);
  const isAllowed = planning.allow.revert?.some((glob) => matchesGlob(glob, step.address)) === true;
  return { isRestored: isAllowed || used.length > 0, used };
}

function uncomparedIn(
  { desired: { address } }: ObjectSides,
  results: readonly FieldResult[],
  change: string,
): readonly UncomparedSecret[] {
  return results.flatMap(({ notCompared }) =>
    notCompared.map(({ path, secret = hidden }) => ({ address, path, why: secret, change })),
  );
}

/** Notes on undeclared drift, drift that the files adopted, and keys added by the service. */
function fieldNotes({ desired, entry }: ObjectSides, results: readonly FieldResult[]): readonly PlanNote[] {
  const { address } = desired;
  const since = entry.observed_at;
  const drifted = results.flatMap(({ undeclared }) =>
    undeclared.map(({ path }): PlanNote => {
      return { topic: 'undeclared-drift', address, fact: { code: 'undeclared-change', path, since } };
    }),
  );
  const added = results.flatMap((result) =>
    result.added.map(({ path, before, isSecret }): PlanNote => {
      const live = before === undefined || isSecret ? {} : { live: JSON.stringify(before) };
      return { topic: 'added-by-service', address, fact: { code: 'added-by-service', path, ...live } };
    }),
  );
  const fields = results.filter(({ isTakenOver }) => isTakenOver).map(({ name }) => name);
  if (fields.length === 0) return [...drifted, ...added];
  const code = isWeaker(desired, entry, fields) ? 'declared-weaker' : 'declared-since';
  return [...drifted, ...added, { topic: 'taken-over', address, fact: { code, fields, since } }];
}

/** Whether the fields that changed outside Edgewright protect less than when they were last written. */
function isWeaker(
  { kind, spec }: ObjectSides['desired'],
  { observed, applied }: ObjectSides['entry'],
  taken: readonly string[],
): boolean {
  const before = asWritten(observed, applied);
  const now = Object.fromEntries(taken.map((name) => [name, spec[name] ?? {}]));
  return exposureOf({ kind, before, after: { ...before, ...now } }) !== undefined;
}

/** Notes on enabled modules that the files never declared. */
function unmanagedModules({
  desired: { address, kind, spec },
  live,
  entry,
}: ObjectSides): readonly PlanNote[] {
  const { fields } = kinds[kind];
  const notes: PlanNote[] = [];
  for (const name in live) {
    if (fields[name]?.type !== 'module' || spec[name] !== undefined || isSwitchedOff(live[name])) continue;
    if (entry.applied?.[name] !== undefined) continue;
    notes.push({ topic: 'unmanaged-module', address, fact: { code: 'module-undeclared', module: name } });
  }
  return notes;
}
