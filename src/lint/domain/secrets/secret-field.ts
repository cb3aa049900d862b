import { fieldsOf } from '../../../derive/forms/fields.ts';
import type { Field, Fields } from '../../../kinds/field.ts';
import { kinds } from '../../../kinds/index.ts';
import type { MapNode, ScalarNode } from '../../../model/document.ts';
import type { Path } from '../../../model/value.ts';
import type { WorkspaceDocument } from '../../../model/workspace/workspace-document.ts';
import { orDeclared } from '../../../text/declared-names.ts';
import { namesOf, suggestions } from '../../../text/suggest.ts';
import { foreignSecretName } from '../../../derive/secrets/secret-references.ts';
import { rememberLast } from '../../../text/remember-last.ts';
import { writtenSpecs } from '../specs/written.ts';
import type { Settings } from '../../../model/workspace/settings.ts';

/** A secret field that holds a literal string instead of a reference. */
export interface LiteralSecret {
  readonly name: string;
  readonly node: ScalarNode;
  /** Path from the document's root. */
  readonly path: Path;
  readonly text: string;
}

/** Strings in secret fields without `$(secret:…)`. Malformed references are reported by the compiler. */
export const literalSecrets = rememberLast(
  (meaning: WorkspaceDocument | undefined): readonly LiteralSecret[] => {
    const found: LiteralSecret[] = [];
    for (const { node, path } of writtenSpecs(meaning)) collect(node, secretFields, path, found);
    return found;
  },
);

function collect(node: MapNode, fields: Fields, path: Path, found: LiteralSecret[]): void {
  for (const { key, value } of node.entries) {
    const name = String(key.value);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) continue;
    if (value.type === 'map') collect(value, fieldsOf(field) ?? {}, [...path, name], found);
    else if (value.type === 'scalar' && field.secret === true && isLiteral(value)) {
      found.push({ name, node: value, path: [...path, name], text: String(value.value) });
    }
  }
}

function isLiteral({ value, tag }: ScalarNode): boolean {
  return typeof value === 'string' && value !== '' && tag === undefined && !/\$\((?!\w+\)$)/.test(value);
}

/** The top-level fields of all kinds that contain a secret field. */
const secretFields: Fields = Object.fromEntries(
  Object.values(kinds).flatMap(({ fields }) =>
    Object.entries(fields).filter(([, field]) => holdsSecret(field)),
  ),
);

function holdsSecret(field: Field): boolean {
  return field.secret === true || Object.values(fieldsOf(field) ?? {}).some(holdsSecret);
}

const words =
  /^(?:change[-_ ]?(?:me|it)|replace[-_ ]?me|to[-_ ]?do|tbd|fixme|secret|password|placeholder|example|dummy|none|null|xx+|\*+|\.{3,}|\u2026)$/i;

/** Whether a string is only a placeholder for a secret. */
export function isPlaceholder(text: string): boolean {
  const word = text.trim();
  return (
    /^<[^<>]*>$/.test(word) ||
    isForeignReference(word) ||
    /^\[[A-Z_ -]+\]$/.test(word) ||
    /^your[-_ ]/i.test(word) ||
    words.test(word)
  );
}

/** A suggested name for the secret in a field of a document: `HOOKS_SECRET`, `CORP_LOGIN_CLIENT_SECRET`. */
export function secretName(document: WorkspaceDocument | undefined, field: string): string {
  const owner = document !== undefined && 'name' in document ? `${document.name}-${field}` : field;
  const name = owner.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
  return /^[A-Z]/.test(name) ? name : 'NAME';
}

/** Of `$(name)` the compiler says whether it is a variable. */
export function isForeignReference(text: string): boolean {
  return !text.includes('$(') && foreignSecretName(text) !== undefined;
}

export function declareSecret(field: string, name: string, { secrets }: Pick<Settings, 'secrets'>): string {
  const declared = namesOf(secrets);
  const meant = secrets.has(name) ? name : suggestions(name, declared)[0];
  if (meant !== undefined) return `write \`${field}: $(secret:${meant})\``;
  return `write \`${field}: $(secret:${name})\`, and add \`${name}\` to \`secrets\` in edgewright.yaml${orDeclared(declared)}`;
}
