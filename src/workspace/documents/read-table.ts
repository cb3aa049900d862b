/**
 * Reads a document by its field table: everything that does not fit is reported at its place and left out, so that one
 * mistake never hides another. The type of the result follows from the table, too.
 */
import { textOfKey } from '../../text/key-text.ts';
import type {
  DocumentEither,
  DocumentField,
  DocumentFields,
  DocumentForm,
  DocumentList,
  DocumentMap,
  DocumentString,
  DocumentTexts,
} from '../../kinds/documents/document-field.ts';
import { hasForm } from '../../kinds/documents/forms.ts';
import type { DocumentNode, MapNode, ScalarNode } from '../../model/document.ts';
import { expectedValue, valueToWrite } from './expected-value.ts';
import { meantValue } from './meant-value.ts';
import { writtenText } from './plain-field.ts';
import {
  booleanOf,
  entriesOf,
  isNull,
  kindOf,
  listItems,
  numberOf,
  readFields,
  reportNode,
  stringOf,
  wordOf,
  type MeantValue,
  type ReadEntry,
  type TreeReading,
} from './read-tree.ts';
import { quoted, codeList } from '../../text/quoted.ts';
import { wrongPattern } from './wrong-pattern.ts';

export interface StringValue {
  readonly text: string;
  readonly node: ScalarNode;
}

/** An entry of a map with free keys. */
export interface MapEntry<Of> {
  readonly name: string;
  readonly key: ScalarNode;
  readonly node: DocumentNode;
  /** Reads the value; `what` names it in messages. */
  readonly read: (what: string) => FieldValue<Of> | undefined;
}

export type FieldValue<Of> = Of extends { type: 'word'; values: readonly (infer Word)[] }
  ? Word
  : Of extends { type: 'string' }
    ? StringValue
    : Of extends { type: 'boolean' }
      ? boolean
      : Of extends { type: 'number' }
        ? number
        : Of extends { type: 'texts' }
          ? readonly StringValue[]
          : Of extends { type: 'list'; item: infer Item }
            ? readonly FieldValue<Item>[]
            : Of extends { type: 'group'; fields: infer Inside }
              ? GroupValue<Inside>
              : Of extends { type: 'map'; values: readonly { value: infer Inside }[] }
                ? readonly MapEntry<Inside>[]
                : Of extends { type: 'either'; short: infer Short; long: infer Long }
                  ? { readonly short: FieldValue<Short> } | { readonly long: FieldValue<Long> }
                  : Of extends { type: 'spec' }
                    ? MapNode
                    : DocumentNode;

/** The key of the node that a group was read from. */
export const whole = Symbol('the node of a group');

/** The key that says whether something in a group was reported. */
export const hasMistake = Symbol('a mistake in a group');

/** A field that is absent, null or unreadable is undefined. */
export type GroupValue<Of> = { readonly [Key in keyof Of]: FieldValue<Of[Key]> | undefined } & {
  readonly [whole]: DocumentNode;
  readonly [hasMistake]: boolean;
};

export interface TableReading extends TreeReading {
  /** The linter checks the shape of this document: values of the right type are taken, and nothing is reported. */
  readonly isLax?: true;
}

interface Readable {
  readonly called: string;
  readonly fields: DocumentFields;
}

/** Reads the fields of a map. `at`: the node at which missing fields are reported, by default the first key. */
export function readTable<const Table extends Readable>(
  reading: TableReading,
  node: DocumentNode,
  { called, fields }: Table,
  at?: DocumentNode,
): GroupValue<Table['fields']> {
  const values: Record<string | symbol, unknown> = { [whole]: node };
  const before = reading.diagnostics.length;
  const read = (key: string, value: DocumentNode, at?: ScalarNode): void => {
    const field = fields[key];
    if (field !== undefined && !Object.hasOwn(values, key))
      values[key] = readField(reading, value, field, field.called ?? `\`${key}\``, at);
  };
  if (reading.isLax !== true) readStrictly(reading, node, { called, fields }, read, values, at);
  else if (node.type === 'map')
    for (const { key, value } of node.entries)
      if (typeof key.value === 'string' && Object.hasOwn(fields, key.value)) read(key.value, value);
  values[hasMistake] = reading.diagnostics.length > before;
  return values as GroupValue<Table['fields']>;
}

function readStrictly(
  reading: TableReading,
  node: DocumentNode,
  table: Readable,
  read: (key: string, value: DocumentNode, at: ScalarNode) => void,
  values: object,
  at: DocumentNode | undefined,
): void {
  const readers = Object.keys(table.fields).map((key): [string, ReadEntry] => [
    key,
    (value, at) => read(key, value, at),
  ]);
  const meant = meantIn(reading, node, { type: 'group', doc: '', fields: table.fields });
  if (isOneItem(reading, node, table)) return;
  readFields(reading, node, table.called, Object.fromEntries(readers), meant);
  for (const [key, { required }] of Object.entries(table.fields))
    if (required === true && !Object.hasOwn(values, key)) reportMissing(reading, node, table, key, at);
}

/** An item of the only field, which is a list, in place of the whole: reported once. */
function isOneItem(reading: TableReading, node: DocumentNode, { called, fields }: Readable): boolean {
  const [name = '', more] = Object.keys(fields);
  const field = fields[name];
  if (more !== undefined || field?.type !== 'list' || field.item.type !== 'group') return false;
  if (node.type !== 'map' || node.entries.length === 0) return false;
  const itemFields = field.item.fields;
  if (!node.entries.every((entry) => Object.hasOwn(itemFields, textOfKey(entry)))) return false;
  const help = `write \`${name}:\` above it, and \`- \` before its first key`;
  reportNode(reading, 'missing-field', node.entries[0]?.key ?? node, `${called} has no \`${name}\``, help);
  return true;
}

/** Skipped if the map has an unknown key, which is probably the missing one and has been reported. */
function reportMissing(
  reading: TableReading,
  node: DocumentNode,
  { called, fields }: Readable,
  key: string,
  at: DocumentNode | undefined,
): void {
  const { type, ifMissing } = fields[key] ?? {};
  if (type === 'version' || node.type !== 'map') return;
  if (node.entries.some((entry) => !Object.hasOwn(fields, textOfKey(entry)))) return;
  const place = at ?? node.entries[0]?.key ?? node;
  const message = `${called} has no \`${key}\``;
  reportNode(reading, ifMissing?.rule ?? 'missing-field', place, message, ifMissing?.help);
}

/** `at`: the key of the value, at which it is reported that nothing follows. */
function readField(
  reading: TableReading,
  node: DocumentNode,
  field: DocumentField,
  what: string,
  at?: ScalarNode,
): unknown {
  if (isNull(node) && reading.isLax !== true && !takesNull(field)) {
    reportNothing(reading, node, field, what, at);
    return undefined;
  }
  switch (field.type) {
    case 'kind':
    case 'version':
    case 'any':
      return node;
    case 'document':
      if (node.type === 'map') return node;
      entriesOf(reading, node, what, meantIn(reading, node, field));
      return undefined;
    case 'spec':
      return node.type === 'map' ? node : undefined;
    case 'word':
      return wordOf(reading, node, what, field.values);
    case 'string':
      return readString(reading, node, field, what);
    case 'texts':
      return readTexts(reading, node, field, what);
    case 'boolean':
      return booleanOf(reading, node, what, meantIn(reading, node, field));
    case 'number':
      return numberOf(reading, node, what, field, meantIn(reading, node, field));
    case 'list':
      return readList(reading, node, field, what);
    case 'group':
      return readTable(reading, node, { called: what, fields: field.fields });
    case 'map':
      return readMap(reading, node, field, what);
    case 'either':
      return readEither(reading, node, field, what);
  }
}

function meantIn({ source }: TreeReading, node: DocumentNode, field: DocumentField): MeantValue {
  return meantValue(node, field, source.text);
}

function readString(
  reading: TableReading,
  node: DocumentNode,
  { form, glob, longest, orBoolean }: DocumentString,
  what: string,
): StringValue | undefined {
  if (orBoolean === true && node.type === 'scalar' && typeof node.value === 'boolean')
    return { text: String(node.value), node };
  const text = stringOf(reading, node, what);
  if (text === undefined || node.type !== 'scalar') return undefined;
  if (reading.isLax === true) return { text, node };
  if (form !== undefined && !hasForm(text, form)) {
    reportForm(reading, node, form, what, text);
    return form.isKept === true ? { text, node } : undefined;
  }
  if (longest !== undefined && text.length > longest) {
    const message = `${what} has more than ${longest} characters`;
    reportNode(reading, 'yaml-limit', node, message, 'split the policy into several');
    return undefined;
  }
  const wrong = glob === undefined ? undefined : wrongPattern(glob, text);
  if (wrong === undefined) return { text, node };
  const subject = text === '' ? what : `the pattern ${quoted(text)}`;
  reportNode(reading, 'glob-syntax', node, `${subject} ${wrong.what}`, wrong.help);
  return undefined;
}

function reportForm(
  reading: TableReading,
  node: DocumentNode,
  form: DocumentForm,
  what: string,
  text: string,
): void {
  const { rule, not, help = `it must be ${form.is}`, isHidden } = form;
  const subject = isHidden === true ? what : quoted(text);
  const message = text.trim() === '' ? `${what} is empty` : `${subject} is not ${not}`;
  reportNode(reading, rule, node, message, text.trim() === '' && not === 'empty' ? undefined : help);
}

function readTexts(
  reading: TableReading,
  node: DocumentNode,
  { form, ifEmpty }: DocumentTexts,
  what: string,
): readonly StringValue[] {
  if (node.type === 'list' && node.items.length === 0)
    reportNode(reading, 'wrong-type', node, `${what} is empty`, ifEmpty);
  return (node.type === 'list' ? node.items : [node]).flatMap((item) => {
    if (item.type !== 'scalar' || (item.value === null && node.type === 'list')) {
      const message = `${what} must be a string, or a list of strings, not ${kindOf(item)}`;
      reportNode(reading, 'wrong-type', item, message, 'write its text');
      return [];
    }
    if (item.value === null) return [];
    const text = writtenText(item, reading.source);
    if (hasForm(text, form)) return [{ text, node: item }];
    reportForm(reading, item, form, what, text);
    return [];
  });
}

function readList(
  reading: TableReading,
  node: DocumentNode,
  field: DocumentList,
  what: string,
): readonly unknown[] | undefined {
  const { item, ifEmpty } = field;
  if (reading.isLax === true && node.type !== 'list') return undefined;
  // A string alone has been reported, and counts as the list of it: what it leaves out would be reported, too.
  const isOneString = node.type === 'scalar' && typeof node.value === 'string' && !node.value.includes(',');
  if (isOneString && item.type !== 'group') {
    const itemReading: TableReading = { ...reading, diagnostics: [] };
    const read = readItems(itemReading, [node], item, what);
    const [wrong] = itemReading.diagnostics;
    const hint = (wrong?.help ?? wrong?.fix?.title ?? '').replace(/^write /, '');
    const meant =
      wrong === undefined ? meantIn(reading, node, field) : { help: `write a list, and in it ${hint}` };
    listItems(reading, node, what, meant);
    return read;
  }
  const items = listItems(reading, node, what, meantIn(reading, node, field));
  if (ifEmpty !== undefined && node.type === 'list' && items.length === 0)
    reportNode(reading, 'wrong-type', node, `${what} is empty`, ifEmpty);
  return readItems(reading, items, item, what);
}

function readItems(
  reading: TableReading,
  items: readonly DocumentNode[],
  item: DocumentField,
  what: string,
): readonly unknown[] {
  return items.flatMap((itemNode) => {
    const value = readField(reading, itemNode, item, item.called ?? `an item of ${what}`);
    return value === undefined ? [] : [value];
  });
}

function readMap(
  reading: TableReading,
  node: DocumentNode,
  field: DocumentMap,
  what: string,
): readonly MapEntry<unknown>[] {
  const { values, keyForm, entry: called } = field;
  return entriesOf(reading, node, what, meantIn(reading, node, field)).map(({ key, value: inner }) => {
    const name = String(key.value);
    const fit =
      values.find(({ keys }) => keys === undefined || hasForm(name, { pattern: keys })) ?? values[0];
    if (keyForm !== undefined && !hasForm(name, keyForm))
      reportForm(reading, key, keyForm, keyForm.not, name);
    const read = (as: string): FieldValue<unknown> | undefined =>
      fit && (readField(reading, inner, fit.value, as, key) as FieldValue<unknown>);
    if (called === undefined) return { name, key, node: inner, read };
    const value = read(`${called} ${quoted(name)}`);
    return { name, key, node: inner, read: () => value };
  });
}

function readEither(
  reading: TableReading,
  node: DocumentNode,
  { short, long }: DocumentEither,
  what: string,
): { readonly short: unknown } | { readonly long: unknown } | undefined {
  if (node.type === 'map')
    return { long: readTable(reading, node, { called: what, fields: long.fields }, node) };
  const value =
    short.type === 'word'
      ? wordOf(
          reading,
          node,
          short.called ?? what,
          short.values,
          `, or a map with ${fieldNames(long.fields)}`,
        )
      : readField(reading, node, short, short.called ?? what);
  return value === undefined ? undefined : { short: value };
}

function takesNull(field: DocumentField): boolean {
  return (
    field.type === 'any' || field.type === 'version' || (field.type === 'texts' && field.orNull === true)
  );
}

/** Reports a value that is empty or `null`, with what to write. */
function reportNothing(
  reading: TableReading,
  node: DocumentNode,
  field: DocumentField,
  what: string,
  at?: ScalarNode,
): void {
  const message = `${what}: expected ${expectedValue(field)}, found ${kindOf(node)}`;
  const write = `write ${valueToWrite(field, at)}`;
  const help = field.required === true ? write : `${write}, or delete it`;
  reportNode(reading, 'wrong-type', node.start === node.end ? (at ?? node) : node, message, help);
}

/** The names of a few fields. */
function fieldNames(fields: DocumentFields): string {
  const names = Object.keys(fields);
  return names.length > 8 ? 'its fields' : codeList(names);
}
