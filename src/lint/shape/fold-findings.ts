import type { Path } from '../../model/value.ts';
import { parseJsonPointer } from '../../text/pointer.ts';

/** A validator error about one keyword: the fields of ajv's ErrorObject that we read. */
export interface KeywordError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
}

/** One mistake in the shape of a document. Paths lead from the document's root. */
export type Mistake =
  | { readonly what: 'unknown-key'; readonly path: Path; readonly key: string }
  | { readonly what: 'missing-key'; readonly path: Path; readonly key: string }
  | { readonly what: 'wrong-value'; readonly path: Path; readonly error: KeywordError };

const wrappers = new Set(['if', 'oneOf', 'anyOf', 'allOf', 'not', 'then', 'else', '$ref']);

/**
 * Reduces validator errors, one for every keyword of every failed branch, to one mistake per place: wrapper keywords
 * (`oneOf`, `if`) are dropped if there is any other error, a value if something inside it is wrong, and of several
 * errors at one value the first is kept (the field tables determine the message, not the keyword).
 */
export function foldErrors(
  errors: readonly KeywordError[],
  isList: (path: Path) => boolean,
): readonly Mistake[] {
  const mistakes = new Map<string, Mistake>();
  const inside = new Set<string>();
  for (const error of errors) {
    const key = schemaErrorKey(error);
    if (key !== undefined) inside.add(error.instancePath);
    markAbove(error.instancePath, inside);
    const id = `${error.instancePath} ${key === undefined ? 'value' : `${key.what} ${key.name}`}`;
    const known = mistakes.get(id);
    if (known !== undefined && !(known.what === 'wrong-value' && wrappers.has(known.error.keyword))) continue;
    const path = parseJsonPointer(error.instancePath, isList);
    if (key === undefined) mistakes.set(id, { what: 'wrong-value', path, error });
    else mistakes.set(id, { what: key.what, path, key: key.name });
  }
  return [...mistakes.values()].filter(
    (mistake) => mistake.what !== 'wrong-value' || !inside.has(mistake.error.instancePath),
  );
}

function schemaErrorKey({
  keyword,
  params,
}: KeywordError): { what: 'unknown-key' | 'missing-key'; name: string } | undefined {
  const unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof unknown === 'string') return { what: 'unknown-key', name: unknown };
  if (keyword === 'propertyNames' && typeof params['propertyName'] === 'string') {
    return { what: 'unknown-key', name: params['propertyName'] };
  }
  const missing = params['missingProperty'];
  return typeof missing === 'string' ? { what: 'missing-key', name: missing } : undefined;
}

/** Records the pointers above an error: value errors there are dropped. */
function markAbove(pointer: string, inside: Set<string>): void {
  for (let at = pointer.lastIndexOf('/'); at >= 0; at = pointer.lastIndexOf('/', at - 1)) {
    const above = pointer.slice(0, at);
    if (inside.has(above)) return;
    inside.add(above);
    if (at === 0) return;
  }
}
