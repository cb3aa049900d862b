import { kinds } from '../../kinds/index.ts';
import type { FieldChange } from '../../model/plan.ts';
import type { Planning } from '../input.ts';
import { isSwitchedOff } from '../compare/stated-enabled.ts';
import type { Sides } from '../compare/field-sides.ts';
import type { FieldResult } from '../compare/three-way.ts';

/** Notes what was found beside changes: secrets not compared, drift that nobody declared or that the files took over, server's own forms. */
export function noteFields(
  { found, uncompared }: Planning,
  { desired: { address }, entry }: Sides,
  results: readonly FieldResult[],
  writeHash: string,
): void {
  for (const { undeclared, notCompared, serverForm } of results) {
    for (const { path, note } of notCompared)
      uncompared.push({ address, path, why: note ?? 'it cannot be', change: writeHash });
    for (const { path } of undeclared) {
      found.push({
        topic: 'undeclared-drift',
        address,
        text: `\`${path}\` changed outside since ${entry.observed_at}; the files do not declare it`,
      });
    }
    for (const change of serverForm) found.push({ topic: 'server-form', address, text: serverText(change) });
  }
  const taken = results.filter(({ isTakenOver }) => isTakenOver).map(({ name }) => `\`${name}\``);
  if (taken.length > 0) {
    found.push({
      topic: 'taken-over',
      address,
      text: `${taken.join(', ')} changed outside since ${entry.observed_at}, and the files say the same now; apply records it`,
    });
  }
}

/** Sending it again would change nothing, for ever; saying nothing would hide that live is not what the files say. */
function serverText({ path, isSecret, before, after }: FieldChange): string {
  if (isSecret) return `\`${path}\` was answered in another form than it was sent; it is not sent again`;
  const [live, sent] = [before, after].map((value) =>
    value === undefined ? 'nothing' : JSON.stringify(value),
  );
  return `\`${path}\` was answered as ${live ?? ''} when we sent ${sent ?? ''}; it is not sent again: write what the service makes of it`;
}

/** Notes modules that are on and that the files never said anything of. */
export function noteUnmanagedModules(
  { found }: Planning,
  { desired: { address, kind, spec }, live, entry }: Sides,
): void {
  const { fields } = kinds[kind];
  for (const name in live) {
    if (fields[name]?.type !== 'module' || spec[name] !== undefined || isSwitchedOff(live[name])) continue;
    if (entry.applied?.[name] !== undefined) continue;
    found.push({
      topic: 'unmanaged-module',
      address,
      text: `\`${name}\` is live and the files do not declare it; it is left alone`,
    });
  }
}
