import { kinds } from '../kinds/index.ts';
import type { Spec } from '../model/value.ts';
import type { Address } from '../model/workspace.ts';
import type { Planning } from './input.ts';
import type { FieldResult, Sides } from './three-way.ts';

/** Notes what was found beside changes: secrets not compared, drift in fields that nobody declared. */
export function noteFields(
  { found }: Planning,
  address: Address,
  since: string,
  results: readonly FieldResult[],
): void {
  for (const { undeclared, notCompared } of results) {
    for (const { path, note } of notCompared)
      found.push({ topic: 'secret', address, text: `\`${path}\` ${note ?? 'not compared'}` });
    for (const { path } of undeclared) {
      found.push({
        topic: 'undeclared-drift',
        address,
        text: `\`${path}\` changed outside since ${since}; the files do not declare it`,
      });
    }
  }
}

/** Notes modules that are on and that the files never said anything of. */
export function noteUnmanagedModules(
  { found }: Planning,
  { desired: { address, kind, spec }, live, entry }: Sides,
): void {
  const { fields } = kinds[kind];
  for (const name in live) {
    if (fields[name]?.type !== 'module' || spec[name] !== undefined || entry.applied?.[name] !== undefined)
      continue;
    const isOn = (live[name] as Spec)['enabled'] !== false;
    if (isOn)
      found.push({
        topic: 'unmanaged-module',
        address,
        text: `\`${name}\` is live and the files do not declare it; it is left alone`,
      });
  }
}
