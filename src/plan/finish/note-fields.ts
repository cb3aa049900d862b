import type { FieldChange } from '../../model/plan/change.ts';
import { kinds } from '../../kinds/index.ts';
import type { NoteFact } from '../../model/facts/note.ts';
import type { SecretFact } from '../../model/facts/secret.ts';
import type { Planning } from '../input.ts';
import { isSwitchedOff } from '../compare/stated-enabled.ts';
import type { ObjectSides } from '../compare/field-sides.ts';
import type { FieldResult } from '../compare/three-way.ts';

/** Why a secret was not compared of which nothing else is known. */
const hidden: SecretFact = { code: 'hidden' };

/** Notes what was found beside changes: secrets not compared, drift that no one declared or that the files took over, server's own forms. */
export function noteFields(
  { found, uncompared }: Planning,
  { desired: { address }, entry }: ObjectSides,
  results: readonly FieldResult[],
  writeHash: string,
): void {
  for (const { undeclared, notCompared, serverForm } of results) {
    for (const { path, secret = hidden } of notCompared)
      uncompared.push({ address, path, why: secret, change: writeHash });
    for (const { path } of undeclared) {
      found.push({
        topic: 'undeclared-drift',
        address,
        fact: { code: 'undeclared-change', path, since: entry.observed_at },
      });
    }
    for (const change of serverForm) found.push({ topic: 'server-form', address, fact: formFact(change) });
  }
  const taken = results.filter(({ isTakenOver }) => isTakenOver).map(({ name }) => name);
  if (taken.length > 0) {
    found.push({
      topic: 'taken-over',
      address,
      fact: { code: 'declared-since', fields: taken, since: entry.observed_at },
    });
  }
}

/** Sending it again would change nothing, for ever; saying nothing would hide that live is not what the files say. */
function formFact({ path, isSecret, before, after }: FieldChange): NoteFact {
  if (isSecret) return { code: 'other-form-secret', path };
  return {
    code: 'other-form',
    path,
    ...(before === undefined ? {} : { live: JSON.stringify(before) }),
    ...(after === undefined ? {} : { sent: JSON.stringify(after) }),
  };
}

/** Notes modules that are on and that the files never said anything of. */
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
