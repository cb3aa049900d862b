import type { Desired } from '../../model/desired.ts';
import type { Place } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import type { Located } from '../locate/in-document.ts';
import { variableMistake } from '../../derive/variable-mistake.ts';
import { valueAt, type Finding } from '../rule.ts';

/**
 * The one variable that a value comes from; undefined if there are several, or if it comes from a file, id or secret.
 */
function onlyVariable(
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

/** The declaration of the variable that a finding's value comes from. */
export function declarationOf(resource: Desired, { at }: Finding): Place | undefined {
  return 'path' in at ? onlyVariable(resource, at.path)?.place : undefined;
}

/** Whether an expression is the whole value: then the variable alone decides its type. */
export function isOneExpression({ source, start, end }: Place): boolean {
  return /^(["']?)\$\([^()]*\)\1$/.test(source.text.slice(start, end));
}

/**
 * A key for the mistake of a variable, so that the same mistake in several fields is reported once, at the declaration.
 */
export function mistakeOfVariable(
  resource: Desired,
  rule: string,
  { at, message }: Finding,
): string | undefined {
  if ('place' in at) return undefined;
  const only = onlyVariable(resource, at.path);
  if (only === undefined) return undefined;
  const value = valueAt(resource.spec, at.path);
  if (rule === 'wrong-type' && typeof value === 'object' && value !== null)
    return variableMistake(only.name, Array.isArray(value) ? 'list' : 'map');
  // Quoted words are the field and the value, which differ between fields and environments.
  return `${rule}\0${only.name}\0${message.replaceAll(/`[^`]*`/g, '``')}`;
}
