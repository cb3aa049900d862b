import { matchesGlob } from '../../text/patterns/glob.ts';
import { isSwitchedOff } from '../../derive/module-state.ts';
import { kinds } from '../../kinds/index.ts';
import type { SecretFact } from '../../model/facts/refusal.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { Step } from '../../model/plan/step.ts';
import { comparerOf } from '../compare/same-as-ledger.ts';
import { asWritten, compareFields, type FieldResult } from '../compare/three-way.ts';
import type { ObjectSides } from '../compare/field-sides.ts';
import { isUntouched } from '../compare/live-as-observed.ts';
import { exposureOf } from '../exposure/exposure.ts';
import { spendApproval, factsOf, type Planning } from '../input.ts';
import {
  conflictStep,
  driftStep,
  goneStep,
  keepStep,
  movedStep,
  stuckStep,
  notPersistedStep,
  type FoundPair,
} from './managed-steps.ts';
import type { ManagedPair } from './pair.ts';
import { decisionId, objectKey } from './step.ts';
import { updateStep } from './update-step.ts';

/** The reason for a secret that was not compared, if no other reason is known. */
const hidden: SecretFact = { code: 'hidden' };

/** The steps of a declared resource that is in the ledger. */
export function managedSteps(planning: Planning, pair: ManagedPair): readonly Step[] {
  if (!isFound(pair)) return [goneStep(planning, pair)];
  if (pair.live.isAssumed === true) return [keepStep(planning, pair)];
  const moved = movedStep(planning, pair);
  if (moved !== undefined) return [moved];
  const sides = sidesOf(planning, pair);
  noteUnmanagedModules(planning, sides);
  if (isUntouched(sides)) return [keepStep(planning, pair)];
  return stepsFor(planning, pair, compared(planning, sides));
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

/**
 * Secrets that cannot be compared are not sent, unless an approval covers the effect: the module of each is sent whole.
 */
function compared(planning: Planning, sides: ObjectSides): readonly FieldResult[] {
  const { desired, entry } = sides;
  const { address, kind } = desired;
  const results = compareFields(sides, kinds[kind].fields);
  const open = new Set(results.filter(({ notCompared }) => notCompared.length > 0).map(({ name }) => name));
  if (open.size === 0) {
    noteFields(planning, sides, results, '');
    return results;
  }
  const written = compareFields({ ...sides, writesSecrets: true }, kinds[kind].fields);
  const covers = written.filter(({ name }) => open.has(name)).flatMap(({ changes }) => changes);
  const hash = decisionId(planning, { address, ...objectKey(entry) }, 'write-secret', covers);
  const final = spendApproval(planning, 'write-secret', { address, hash }) ? written : results;
  noteFields(planning, sides, final, hash);
  return final;
}

/** Our changes in one step, drift in a second one. A conflict blocks the whole object, as it is sent in one request. */
function stepsFor(planning: Planning, pair: FoundPair, results: readonly FieldResult[]): readonly Step[] {
  const by = (...verdicts: readonly string[]): readonly FieldResult[] =>
    results.filter(({ verdict }) => verdicts.includes(verdict));
  const restored = planning.restores?.get(pair.desired.address);
  const isOpen = ({ name }: FieldResult): boolean => restored?.has(name) !== true;
  const all = results.filter(({ verdict }) => verdict !== 'same');
  if (all.length === 0) return [keepStep(planning, pair)];
  const update = (sent: readonly FieldResult[], drift: readonly FieldResult[]): Step =>
    leavingAlone(updateStep(planning, pair, { sent, drifted: drift }), results);
  const stuck = by('cannot-take-out');
  if (stuck.length > 0) return [stuckStep(planning, pair, { stuck, all })];
  const conflicts = by('conflict').filter(isOpen);
  if (conflicts.length > 0) {
    const blocked = conflictStep(planning, pair, { conflicts, all });
    return [isRestored(planning, blocked) ? update(all, []) : blocked];
  }
  const unkept = by('unkept');
  const left = all.filter((result) => !unkept.includes(result));
  if (unkept.length > 0) {
    const blocked = notPersistedStep(planning, pair, unkept);
    const others =
      left.length === 0
        ? []
        : stepsFor(
            planning,
            pair,
            results.filter((one) => !unkept.includes(one)),
          );
    return [...others, blocked];
  }
  const outside = by('outside').filter(isOpen);
  if (outside.length === 0) return [update(all, [])];
  const drift = driftStep(planning, pair, outside);
  if (isRestored(planning, drift)) return [update(all, [])];
  const sent = all.filter((result) => !outside.includes(result));
  if (sent.length > 0) return [update(sent, outside), drift];
  return pair.formerly === undefined ? [drift] : [drift, keepStep(planning, pair)];
}

/** Records undeclared drift as such: updating a different field does not make the outside change ours. */
function leavingAlone(step: Step, results: readonly FieldResult[]): Step {
  const drifted = results.filter(({ undeclared }) => undeclared.length > 0).map(({ name }) => name);
  if (step.action !== 'update' || drifted.length === 0) return step;
  return { ...step, drifted: [...(step.drifted ?? []), ...drifted] };
}

function isRestored(planning: Planning, step: Step): boolean {
  // Checked before the flag: a matching approval counts as used even if the flag allows the change as well.
  const isApproved = planning.environment.drift === 'revert' || spendApproval(planning, 'revert', step);
  return isApproved || planning.allow.revert?.some((glob) => matchesGlob(glob, step.address)) === true;
}

/** Adds notes on uncompared secrets, undeclared drift, drift that the files adopted, and keys added by the service. */
function noteFields(
  { found, uncompared }: Planning,
  { desired, entry }: ObjectSides,
  results: readonly FieldResult[],
  writeHash: string,
): void {
  const { address } = desired;
  for (const { undeclared, notCompared, added } of results) {
    for (const { path, secret = hidden } of notCompared)
      uncompared.push({ address, path, why: secret, change: writeHash });
    for (const { path } of undeclared) {
      found.push({
        topic: 'undeclared-drift',
        address,
        fact: { code: 'undeclared-change', path, since: entry.observed_at },
      });
    }
    for (const { path, before, isSecret } of added) {
      const live = before === undefined || isSecret ? {} : { live: JSON.stringify(before) };
      found.push({ topic: 'added-by-service', address, fact: { code: 'added-by-service', path, ...live } });
    }
  }
  const taken = results.filter(({ isTakenOver }) => isTakenOver).map(({ name }) => name);
  if (taken.length > 0) {
    const code = isWeaker(desired, entry, taken) ? 'declared-weaker' : 'declared-since';
    found.push({ topic: 'taken-over', address, fact: { code, fields: taken, since: entry.observed_at } });
  }
}

/** Whether the fields that changed outside Edgewright protect less than when they were last written. */
function isWeaker(
  { kind, spec }: ObjectSides['desired'],
  { observed, applied }: ObjectSides['entry'],
  taken: readonly string[],
): boolean {
  const before = asWritten(observed, applied);
  const now = Object.fromEntries(taken.map((name) => [name, spec[name] ?? {}]));
  return exposureOf(kind, before, { ...before, ...now }) !== undefined;
}

/** Adds notes on enabled modules that the files never declared. */
function noteUnmanagedModules(
  { found }: Planning,
  { desired: { address, kind, spec }, live, entry }: ObjectSides,
): void {
  const { fields } = kinds[kind];
  for (const name in live) {
    if (fields[name]?.type !== 'module' || spec[name] !== undefined || isSwitchedOff(live[name])) continue;
    if (entry.applied?.[name] !== undefined) continue;
    found.push({
      topic: 'unmanaged-module',
      address,
      fact: { code: 'module-undeclared', module: name },
    });
  }
}
