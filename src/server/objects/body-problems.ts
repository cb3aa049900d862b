import { isDeepStrictEqual } from 'node:util';
import { parseJsonPointer } from '../../text/pointer.ts';
import { validateBody } from '../../derive/schema/validate.ts';
import type { WriteOperation } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { JsonObject, Path } from '../../model/value.ts';
import type { CheckingContext } from '../context.ts';
import { assumedProblems } from './assumed-problems.ts';
import type { Problem } from './problem.ts';
import { referenceProblems } from './references.ts';

/** The problems of a body: first its shape, by the validators of the kinds; if that is valid, its content. */
export function bodyProblems(
  { references, checkBody }: Pick<CheckingContext, 'references' | 'checkBody'>,
  { kind, operation, body }: { kind: KindName; operation: WriteOperation; body: JsonObject },
): readonly Problem[] {
  const shape = shapeProblems(kind, operation, body);
  if (shape.length > 0) return shape;
  const { fields } = kinds[kind];
  const documented = checkBody(kind, body);
  const assumed = assumedProblems(fields, body).filter(({ path }) => !documented.some(isAt(path)));
  return [...documented, ...assumed, ...referenceProblems(fields, body, references)];
}

function isAt(path: Path): (problem: Problem) => boolean {
  return (problem) => isDeepStrictEqual(problem.path, path);
}

function shapeProblems(kind: KindName, operation: WriteOperation, body: JsonObject): readonly Problem[] {
  const errors = validateBody(kind, operation, body);
  // An `if` error only repeats that one of its branches failed.
  const telling = errors.filter(({ keyword }) => keyword !== 'if' && !keyword.startsWith('unless'));
  return (telling.length > 0 ? telling : errors).map(({ instancePath, message }) => ({
    path: parseJsonPointer(instancePath, (path) => isListAt(body, path)),
    message,
  }));
}

function isListAt(body: JsonObject, path: Path): boolean {
  let value: unknown = body;
  for (const step of path) value = (value as Record<string | number, unknown>)[step];
  return Array.isArray(value);
}
