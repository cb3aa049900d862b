/**
 * Reads a tree of nodes with a fixed shape: the settings and the environments. Everything that does not fit is reported
 * at its place and left out, so that one mistake never hides another.
 */
import { nodePlace } from '../../derive/yaml/node-place.ts';
import { textOfKey } from '../../text/key-text.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Entry, ScalarNode, Source } from '../../model/document.ts';
import { problem } from '../../model/problem.ts';
import { suggestions } from '../../text/suggest.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { quoted } from '../../text/quoted.ts';
import { notAField } from '../../text/words/mistake-words.ts';
import { codeList } from '../../text/words/list-words.ts';
import type { Fix } from '../../model/fix.ts';

export interface TreeReading {
  readonly source: Source;
  readonly diagnostics: Diagnostic[];
}

/** Reads the value of one key. */
export type ReadEntry = (value: DocumentNode, key: ScalarNode) => void;

/** A value, and what messages call it. */
export interface NamedValue {
  readonly node: DocumentNode;
  readonly what: string;
}

/** The probable meaning of a value of the wrong type: the text to write in its place, or else help. */
export interface MeantValue {
  readonly write?: string;
  readonly help?: string | undefined;
}

/** A value that may have the wrong type, and its probable meaning then. */
interface TypedValue extends NamedValue {
  readonly meant: MeantValue;
}

/** A mistake in a document, without its place. */
interface NodeMistake {
  readonly rule: string;
  readonly message: string;
  readonly help?: string | undefined;
  readonly fix?: Fix | undefined;
}

export function reportNode(
  reading: TreeReading,
  node: DocumentNode,
  { rule, message, help, fix }: NodeMistake,
): void {
  const why = whys[rule];
  reading.diagnostics.push(
    problem(rule, nodePlace(reading, node), message, {
      ...withoutUndefined({ why, help, fix }),
    }),
  );
}

/** Reports an unknown word, with a fix if the intended one is clear, else with help. */
function reportWord(
  reading: TreeReading,
  node: DocumentNode,
  { rule, message, meant, help }: NodeMistake & { readonly meant: string | undefined },
): void {
  if (meant === undefined) {
    reportNode(reading, node, { rule, message, help: help === '' ? undefined : help });
    return;
  }
  const edits = [{ ...nodePlace(reading, node), text: meant }];
  reportNode(reading, node, {
    rule,
    message,
    fix: {
      safety: 'unsafe',
      title: `write \`${meant}\``,
      edits,
    },
  });
}

function hasKey(node: DocumentNode, name: string): boolean {
  return node.type === 'map' && node.entries.some((entry) => textOfKey(entry) === name);
}

/** Replaces the rule's own reason, which is about the API and not about these files. */
const whys: Readonly<Record<string, string>> = {
  'misplaced-field':
    'Nothing of it is read here, and every resource would be checked for an environment of that name.',
};

/** Fields by the names that other tools have for them. */
const otherNames: Readonly<Partial<Record<string, readonly string[]>>> = {
  code: ['status'],
  status_code: ['status'],
  statusCode: ['status'],
  headers: ['response_headers'],
  redirect: ['location'],
  uri: ['url'],
};

/** Passes each value to the reader of its key and reports unknown keys. */
export function readFields(
  reading: TreeReading,
  value: TypedValue,
  readers: Readonly<Record<string, ReadEntry>>,
): void {
  const { node, what } = value;
  for (const entry of entriesOf(reading, value)) {
    const name = textOfKey(entry);
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read === undefined) {
      const names = Object.keys(readers);
      const isOpen = (fieldName: string): boolean => names.includes(fieldName) && !hasKey(node, fieldName);
      const meant = otherNames[name]?.find(isOpen) ?? suggestions(name, names, isOpen)[0];
      const help = `the fields are ${codeList(names)}`;
      reportWord(reading, entry.key, { rule: 'unknown-field', message: notAField(name, what), meant, help });
    } else read(entry.value, entry.key);
  }
}

function reportType(reading: TreeReading, { node, meant }: TypedValue, message: string): void {
  const { write, help = '' } = meant;
  reportWord(reading, node, {
    rule: 'wrong-type',
    message: `${message}, not ${kindOf(node)}`,
    meant: write,
    help,
  });
}

/** The entries of a map; for any other node none, and a finding. */
export function entriesOf(reading: TreeReading, value: TypedValue): readonly Entry[] {
  const { node, what } = value;
  if (node.type === 'map') return node.entries;
  reportType(reading, value, `${what} must be a map of keys and values`);
  return [];
}

export function listItems(reading: TreeReading, value: TypedValue): readonly DocumentNode[] {
  const { node, what } = value;
  if (node.type === 'list') return node.items;
  reportType(reading, value, `${what} must be a list`);
  return [];
}

export function stringOf(reading: TreeReading, { node, what }: NamedValue): string | undefined {
  if (node.type === 'scalar' && typeof node.value === 'string') return node.value;
  if (node.type !== 'scalar' && hasFinding(reading, node)) return undefined;
  const isFlow =
    node.type !== 'scalar' && /^[{[]/.test(reading.source.text.slice(node.start, node.start + 1));
  const isOne = node.type === 'list' && node.items.length === 1 && node.items[0]?.type === 'scalar';
  const help = isOne
    ? 'write it without the list'
    : node.type === 'scalar' || isFlow
      ? 'put quotes around it'
      : undefined;
  reportNode(reading, node, {
    rule: 'wrong-type',
    message: `${what} must be a string, not ${kindOf(node)}`,
    help,
  });
  return undefined;
}

/** Whether the reader of YAML has already reported a part of a node. */
function hasFinding({ source, diagnostics }: TreeReading, { start, end }: DocumentNode): boolean {
  return diagnostics.some(
    ({ place }) => place.source === source && place.start >= start && place.start < end,
  );
}

export function booleanOf(reading: TreeReading, value: TypedValue): boolean | undefined {
  const { node, what } = value;
  if (node.type === 'scalar' && typeof node.value === 'boolean') return node.value;
  reportType(reading, value, `${what} must be \`true\` or \`false\``);
  return undefined;
}

/** A number from 0 to `max`, both inclusive; reports any other value. */
export function numberOf(
  reading: TreeReading,
  typed: TypedValue,
  { max, isWhole }: { readonly max: number; readonly isWhole: boolean },
): number | undefined {
  const { node, what } = typed;
  const value = node.type === 'scalar' ? node.value : undefined;
  if (typeof value === 'number' && value >= 0 && value <= max && (!isWhole || Number.isInteger(value)))
    return value;
  const message = `${what} must be ${isWhole ? 'a whole number' : 'a number'} from 0 to ${max}`;
  if (typeof value === 'number' || typeof value === 'bigint')
    reportNode(reading, node, { rule: 'integer-range', message: `${message}, not ${kindOf(node)}` });
  else reportType(reading, typed, message);
  return undefined;
}

/** One of the given words; reports any other value. `others`: the end of the help, for values that are not words. */
export function wordOf<Word extends string>(
  reading: TreeReading,
  { node, what }: NamedValue,
  { values: words, others = '' }: { readonly values: readonly Word[]; readonly others?: string },
): Word | undefined {
  const value = node.type === 'scalar' ? String(node.value) : undefined;
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  const known = codeList(words);
  const message =
    value === undefined
      ? `${what} must be a single word, not ${kindOf(node)}`
      : `unknown ${what} ${quoted(value)}`;
  const help = `write ${words.length === 1 ? '' : 'one of '}${known}${others}`;
  const meant =
    value === undefined
      ? undefined
      : (suggestions(value, words)[0] ??
        words.find(
          (word) => (word.length > 2 && value.startsWith(word)) || (word === 'off' && value === 'false'),
        ));
  reportWord(reading, node, { rule: 'invalid-enum', message, meant, help });
  return undefined;
}

export function isNull(node: DocumentNode): boolean {
  return node.type === 'scalar' && node.value === null;
}

/** A node's type or value, for the end of a message. */
export function kindOf(node: DocumentNode): string {
  if (node.type !== 'scalar') return node.type === 'map' ? 'a map' : 'a list';
  if (node.value === null && node.start === node.end) return 'nothing';
  return typeof node.value === 'string' ? `the string ${quoted(node.value)}` : quoted(String(node.value));
}
