import type { WriteOperation } from '../../kinds/field.ts';
import type { ownKinds } from '../../kinds/documents/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { shapeMessage } from './shape-message.ts';
import validators from './validators.gen.cjs';

/** A mistake in a value: the fields of ajv's `ErrorObject`, with a readable message. */
export interface ShapeError {
  /** JSON pointer of the value. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** The documents of workspace files: those of a resource file, edgewright.yaml, a file of environments/. */
export type DocumentName = KindName | keyof typeof ownKinds | 'settings' | 'environment';

/** Checks the shape of a document of the file format, in which expressions may replace values. */
export function validateDocument(name: DocumentName, value: unknown): readonly ShapeError[] {
  return check(`document.${name}`, value);
}

/**
 * Checks a body exactly as the API accepts it: the write form, final ids and strings, no unknown keys. The ids of the
 * path (`edge_id`, `id`) are not part of it. Throws for an update of a kind without update.
 */
export function validateBody(
  kind: KindName,
  operation: WriteOperation,
  body: unknown,
): readonly ShapeError[] {
  return check(`body.${kind}.${operation}`, body);
}

function check(name: string, value: unknown): readonly ShapeError[] {
  const validate = validators[name];
  if (validate === undefined) throw new Error(`there is no validator ${name}`);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((failure) => ({
    ...failure,
    message: shapeMessage(failure.keyword, failure.params),
  }));
}
