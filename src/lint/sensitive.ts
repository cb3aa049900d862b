import { kinds } from '../kinds/index.ts';
import { fieldsOf } from '../derive/fields.ts';
import type { Fields } from '../kinds/field.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { DocumentNode, Range, Source } from '../model/document.ts';
import type { Run } from './run.ts';
import { keyText } from '../edit/tree.ts';

/** How a field that holds a secret is written, folded, and with its value in a text that no parser could read. */
interface SecretFields {
  readonly folded: ReadonlySet<string>;
  readonly line: RegExp;
}

let known: SecretFields | undefined;

/** Made for the first finding that is shown: most runs have none. */
function secretFields(): SecretFields {
  known ??= fieldsNamed([...new Set(Object.values(kinds).flatMap(({ fields }) => [...secretNames(fields)]))]);
  return known;
}

function fieldsNamed(names: readonly string[]): SecretFields {
  const key = String.raw`["']?(?:${names.join('|')})["']?[ \t]*:[ \t]*`;
  return {
    folded: new Set(names.map(folded)),
    line: new RegExp(String.raw`(?<=^|[\s{,])(${key})([^\s#{}][^\n]*)`, 'gm'),
  };
}

function* secretNames(fields: Fields): Generator<string> {
  for (const [name, field] of Object.entries(fields)) {
    if (field.secret === true) yield name;
    yield* secretNames(fieldsOf(field) ?? {});
  }
}

/**
 * Secrets that somebody wrote as they are, in the files that will be shown: what stands under a secret field's name,
 * in any document that could be read, and the rest of its line where it could not.
 */
export function sensitiveText(
  { input, sensitive }: Run,
  diagnostics: readonly Diagnostic[],
): ReadonlyMap<Source, readonly Range[]> {
  const shown = new Set<Source>();
  for (const { place, related } of diagnostics) {
    shown.add(place.source);
    for (const one of related) shown.add(one.place.source);
  }
  const ranges = new Map<Source, Range[]>();
  for (const source of shown) ranges.set(source, [...(sensitive.get(source) ?? [])]);
  for (const document of input.workspace.yaml) {
    const found = ranges.get(document.source);
    if (found === undefined) continue;
    const { source, root, range, isBroken } = document;
    if (isBroken === true) for (const one of linesOfSecrets(source, range)) found.push(one);
    else if (root !== undefined) literals(root, found);
  }
  return ranges;
}

/** Values of secret fields that are no reference. */
function literals(node: DocumentNode, found: Range[]): void {
  if (node.alias !== undefined) return;
  if (node.type === 'list') for (const item of node.items) literals(item, found);
  if (node.type !== 'map') return;
  for (const entry of node.entries) {
    const { value } = entry;
    if (!isSecretField(keyText(entry))) literals(value, found);
    else if (value.type !== 'scalar' || !isReference(value.value))
      found.push({ start: value.start, end: value.end });
  }
}

/** Also where it is misspelt: that the field is wrong makes the value no less secret. */
function isSecretField(name: string): boolean {
  return secretFields().folded.has(folded(name));
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

function isReference(value: unknown): boolean {
  return value === null || (typeof value === 'string' && /^\$\(secret:[^)]*\)$/.test(value));
}

/** The same where there is no tree to look at. */
function linesOfSecrets({ text }: Source, { start: from, end }: Range): readonly Range[] {
  return [...text.slice(from, end).matchAll(secretFields().line)].flatMap((match) => {
    const [, before = '', value = ''] = match;
    if (value.startsWith('$(secret:')) return [];
    const start = from + match.index + before.length;
    return [{ start, end: start + lengthOfValue(value) }];
  });
}

/** Up to what ends a value within braces; a quote that is not closed hides the whole line. */
function lengthOfValue(value: string): number {
  const quote = value[0];
  if (quote === '"' || quote === "'") {
    const close = value.indexOf(quote, 1);
    return close === -1 ? value.length : close + 1;
  }
  const stop = value.search(/[,}]/);
  return stop === -1 ? value.trimEnd().length : stop;
}
