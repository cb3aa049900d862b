import { kinds } from '../../kinds/index.ts';
import type { SecretFact } from '../../model/facts/secret.ts';
import type { Planning } from '../input.ts';
import { asWritten } from '../compare/as-written.ts';
import { isSwitchedOff } from '../../derive/module-state.ts';
import type { ObjectSides } from '../compare/field-sides.ts';
import type { FieldResult } from '../compare/three-way.ts';
import { exposureOf } from '../exposure/exposure.ts';

/** The reason for a secret that was not compared, if no other reason is known. */
const hidden: SecretFact = { code: 'hidden' };

/** Adds notes on uncompared secrets, undeclared drift, drift that the files adopted, and keys added by the service. */
export function noteFields(
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
export function noteUnmanagedModules(
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
