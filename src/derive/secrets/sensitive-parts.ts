import { rememberLatest } from '../../text/remember-last.ts';
import { kinds } from '../../kinds/index.ts';
import type { Fields } from '../../kinds/field.ts';
import type { DocumentNode, Range, Source, YamlDocument } from '../../model/document.ts';
import { editDistance } from '../../text/edit-distance.ts';
import { fieldsOf } from '../forms/fields.ts';
import { foreignSecretName } from './secret-references.ts';
import { secretsIn } from './secret-patterns.ts';

/**
 * The parts of a file that no frame, patch or message may show: values under the name of a secret field, even a
 * misspelled one, in parsed and in rejected text (a duplicate key, a broken document); and all parts that look like
 * secrets, in values, keys and comments.
 */
export function sensitiveParts(source: Source, documents: readonly YamlDocument[]): readonly Range[] {
  const found: Range[] = [...secretsIn(source.text), ...linesOfSecrets(source.text)];
  for (const { root } of documents) {
    if (root === undefined) continue;
    collect(source, root, found);
    found.push(...webhookUrls(root));
  }
  return found;
}

/** Whether a line of a file contains a part that no message may repeat. */
export function looksSecret(text: string): boolean {
  return secretsIn(text).length > 0 || linesOfSecrets(text).length > 0;
}

/** The text with those parts replaced by stars of the same length, so that positions stay valid. */
export function starred(text: string, parts: readonly Range[]): string {
  let shown = text;
  for (const { start, end } of parts)
    shown = shown.slice(0, start) + shown.slice(start, end).replaceAll(/\S/g, '*') + shown.slice(end);
  return shown;
}

/** Collects the names of the variables used in secret fields. */
export function variablesInSecrets(node: DocumentNode, names: Set<string>): void {
  visitSecrets(node, (value) => {
    if (value.type !== 'scalar' || typeof value.value !== 'string') return;
    for (const [, name = ''] of value.value.matchAll(/\$\(([A-Za-z_]\w*)\)/g)) names.add(name);
  });
}

function collect(source: Source, node: DocumentNode, found: Range[]): void {
  visitSecrets(node, (value) => {
    if (value.type !== 'scalar' || !isReference(value.value))
      found.push({ start: value.start, end: value.end });
  });
  visitTexts(source, node, found);
}

/** URLs under `notify:` of edgewright.yaml that are written in clear. */
function webhookUrls(root: DocumentNode): readonly Range[] {
  return valuesOf(root, 'notify')
    .flatMap((node) => (node.type === 'list' ? node.items : [node]))
    .flatMap((item) => valuesOf(item, 'url'))
    .filter((value) => value.type !== 'scalar' || !isReference(value.value))
    .map(({ start, end }) => ({ start, end }));
}

function valuesOf(node: DocumentNode, name: string): readonly DocumentNode[] {
  if (node.type !== 'map') return [];
  return node.entries.flatMap(({ key, value }) => (key.value === name ? [value] : []));
}

/** Finds secrets that are visible only after decoding escapes. */
function visitTexts(source: Source, node: DocumentNode, found: Range[]): void {
  if (node.alias !== undefined) return;
  if (node.type === 'list') for (const item of node.items) visitTexts(source, item, found);
  else if (node.type === 'map') for (const { value } of node.entries) visitTexts(source, value, found);
  else if (typeof node.value === 'string' && isHiddenIn(source.text.slice(node.start, node.end), node.value))
    found.push({ start: node.start, end: node.end });
}

function isHiddenIn(written: string, value: string): boolean {
  const count = secretsIn(value).length;
  return count > 0 && secretsIn(written).length < count;
}

function visitSecrets(node: DocumentNode, visit: (value: DocumentNode) => void): void {
  if (node.alias !== undefined) return;
  if (node.type === 'list') for (const item of node.items) visitSecrets(item, visit);
  if (node.type !== 'map') return;
  for (const { key, value } of node.entries) {
    if (isSecretName(String(key.value))) visit(value);
    else visitSecrets(value, visit);
  }
}

/* Matches only up to the value: a further key may follow, on a line of any length. */
const keyWithValue = /(?<=^|[\s{,])(["']?)([A-Za-z][\w-]*)\1[ \t]*:[ \t]*(?=[^\s#{}|>&*])/gm;

/** Finds secrets also if the space after the colon is missing. */
function linesOfSecrets(text: string): readonly Range[] {
  return [...text.matchAll(keyWithValue)].flatMap((match) => {
    const [whole, , name = ''] = match;
    const start = match.index + whole.length;
    if (!isSecretName(name) || text.startsWith('$(secret:', start)) return [];
    const newline = text.indexOf('\n', start);
    const line = text.slice(start, newline === -1 ? text.length : newline);
    const value = line.slice(0, lengthOfValue(line));
    // `${NAME}` ends with the mark that ends a value in braces.
    if ([line.trim(), value.replaceAll(/^(["'])(.*)\1$/g, '$2')].some(isReference)) return [];
    return [{ start, end: start + value.length }];
  });
}

/** The length of the value, up to a flow delimiter or a comment; an unclosed quote hides the rest of the line. */
function lengthOfValue(value: string): number {
  const quote = value[0];
  if (quote === '"' || quote === "'") {
    const close = value.indexOf(quote, 1);
    return close === -1 ? value.length : close + 1;
  }
  const stop = value.search(/[,}]| #/);
  return (stop === -1 ? value : value.slice(0, stop)).trimEnd().length;
}

let known: ReadonlySet<string> | undefined;

/** Whether a key names a secret field; similar names count too, as a misspelled key still has a secret value. */
const isSecretName = rememberLatest(1000, (name: string): boolean => {
  known ??= new Set(Object.values(kinds).flatMap(({ fields }) => [...secretNames(fields)].map(folded)));
  const plain = folded(name);
  // The key `secrets:` in edgewright.yaml lists names only.
  return (
    plain !== 'secrets' &&
    (known.has(plain) || (plain.length >= 5 && [...known].some((knownName) => isNear(plain, knownName))))
  );
});

function isNear(name: string, other: string): boolean {
  const limit = other.length > 8 ? 2 : 1;
  return editDistance(name, other, limit) <= limit;
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

function* secretNames(fields: Fields): Generator<string> {
  for (const [name, field] of Object.entries(fields)) {
    if (field.secret === true) yield name;
    yield* secretNames(fieldsOf(field) ?? {});
  }
}

function isReference(value: unknown): boolean {
  if (typeof value !== 'string') return value === null;
  return /^\$\(secret:[^)]*\)$/.test(value) || foreignSecretName(value) !== undefined;
}
