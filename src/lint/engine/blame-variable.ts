import type { Desired } from '../../model/desired.ts';
import type { Place } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import type { Located } from '../locate/in-document.ts';
import type { Finding } from '../rule.ts';

/**
 * The one variable that a value comes from; undefined if there are several, or if it comes from a file, id or secret.
 */
export function onlyVariable(
  resource: Desired,
  path: Path,
): { readonly name: string; readonly place: Place } | undefined {
  const [only, more] = resource.originOf(path).through;
  if (only?.place === undefined || more !== undefined) return undefined;
  return /^\$\([^:]*\)$/.test(only.what) ? { name: only.what, place: only.place } : undefined;
}

/**
 * Moves a finding to the declaration of a variable, with the use as a related place. The fix is dropped: it would
 * change the use.
 */
export function atDeclaration(
  { place: used }: Located,
  place: Place,
  finding: Finding,
): { readonly finding: Finding; readonly located: Located } {
  const { fix: _, related: _related, ...rest } = finding;
  return { finding: rest, located: { place, related: [{ place: used, label: 'used here' }] } };
}
