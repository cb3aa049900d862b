import { tableOf, type DocumentKind } from '../../../kinds/documents/index.ts';
import type { Fields } from '../../../kinds/field.ts';
import { notAField, quoted } from '../../../model/problem.ts';
import type { Path } from '../../../model/value.ts';
import { suggestions } from '../../../text/suggest.ts';
import type { Finding } from '../../rule.ts';
import type { FormatPosition } from '../file-format.ts';
import { meantByForeign } from '../guess/foreign-words.ts';
import { fieldsHere } from '../shape-finding.ts';
import { writtenNames } from '../written-fields.ts';
import type { UnknownKey } from './diagnosis.ts';

/** Reports an unknown key. `surely` is the intended name if it is known by more than a similar spelling. */
export function unknownField(
  { documentKind, path, key, position, has, missing }: UnknownKey,
  surely?: string,
): { readonly rule: 'unknown-field'; readonly finding: Finding } {
  const meant = surely ?? suggestions(key, missing)[0] ?? meantField(key, position.fields ?? {}, has);
  const at = { path: [...path, key], on: 'key' } as const;
  const message = notAField(key, ownerWords(documentKind, path, position));
  // The fix replaces any other help.
  const hint = meant === undefined ? hintFor(documentKind, key, position) : renaming(path, key, meant);
  return { rule: 'unknown-field', finding: { at, message, ...hint } };
}

/** The field whose name is most similar to the key, if the map does not have it yet. */
export function meantField(key: string, fields: Fields, has: UnknownKey['has']): string | undefined {
  return suggestions(key, writtenNames(fields), (name) => !has(name))[0];
}

/** A fix that renames a key; empty if `to` is undefined. */
export function renaming(path: Path, key: string, to: string | undefined): Pick<Finding, 'fix'> {
  if (to === undefined) return {};
  return {
    fix: { safety: 'unsafe', title: `write \`${to}\``, changes: [{ rename: [...path, key], to }] },
  };
}

/** The owner of the fields at a path: the kind in its spec, the module or object, else the document. */
function ownerWords(documentKind: DocumentKind, path: Path, { inSpec }: FormatPosition): string {
  const name = inSpec === undefined ? path.at(-1) : inSpec.at(-1);
  if (name !== undefined) return quoted(String(name));
  if (inSpec === undefined) return tableOf(documentKind).called;
  return documentKind === 'preset' ? 'any kind' : quoted(documentKind);
}

/**
 * Help for an unknown key: the equivalent of another gateway's field, else the valid fields or where they are listed.
 */
function hintFor(
  documentKind: DocumentKind,
  key: string,
  { inSpec, fields = {} }: FormatPosition,
): Pick<Finding, 'help'> {
  const foreign = inSpec?.length === 0 ? meantByForeign(key) : undefined;
  const help =
    foreign ??
    fieldsHere(writtenNames(fields)) ??
    (inSpec?.length === 0 && documentKind !== 'preset'
      ? `\`edgewright explain ${documentKind}\` lists the fields`
      : undefined);
  return help === undefined ? {} : { help };
}
