/**
 * Reads a document by its field table: everything that does not fit is reported at its place and left out, so that one
 * mistake never hides another. The type of the result follows from the table, too.
 */
import { textOfKey } from '../../text/key-text.ts';
import { entryOf } from '../../derive/yaml/document-tree.ts';
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
import { problem } from '../../model/problem.ts';
import { expectedValue, exampleText, valueToWrite } from './expected-value.ts';
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
  type NamedValue,
  type ReadEntry,
  type TreeReading,
} from './read-tree.ts';
import { quoted } from '../../text/quoted.ts';
import { wrongPattern } from './wrong-pattern.ts';
import { codeList } from '../../text/words/list-words.ts';
import { nodePlace } from '../../derive/yaml/node-place.ts';

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
  /** The node at which missing fields are reported; by default the first key. */
  readonly missingAt?: DocumentNode;
  readonly exactlyOne?: readonly [string, string];
}

/** A value of a document, to be read as the type of its field. */
interface ValueOfField<Of extends DocumentField = DocumentField> extends NamedValue {
  readonly field: Of;
  /** The key of the value, at which it is reported that nothing follows. */
  readonly key?: ScalarNode | undefined;
}

/** Reads the fields of a map. */
export function readTable<const Table extends Readable>(
  reading: TableReading,
  node: DocumentNode,
  table: Table,
): GroupValue<Table['fields']> {
  const values: Record<string | symbol, unknown> = { [whole]: node };
  const before = reading.diagnostics.length;
  const { fields } = table;
  const read = (name: string, value: DocumentNode, key?: ScalarNode): void => {
    const field = fields[name];
    if (field !== undefined && !Object.hasOwn(values, name))
      values[name] = readField(reading, { node: value, field, what: field.called ?? `\`${name}\``, key });
  };
  if (reading.isLax !== true) readStrictly(reading, { node, table, values }, read);
  else if (node.type === 'map')
    for (const { key, value } of node.entries)
      if (typeof key.value === 'string' && Object.hasOwn(fields, key.value)) read(key.value, value);
  values[hasMistake] = reading.diagnostics.length > before;
  return values as GroupValue<Table['fields']>;
}

function readStrictly(
  reading: TableReading,
  { node, table, values }: GroupNode & { readonly values: object },
  read: (name: string, value: DocumentNode, key: ScalarNode) => void,
): void {
  const readers = Object.keys(table.fields).map((name): [string, ReadEntry] => [
    name,
    (value, key) => read(name, value, key),
  ]);
  if (isOneItem(reading, { node, table })) return;
  const field: DocumentField = { type: 'group', doc: '', fields: table.fields };
  readFields(reading, withMeant(reading, { node, what: table.called, field }), Object.fromEntries(readers));
  for (const [key, { required }] of Object.entries(table.fields))
    if (required === true && !Object.hasOwn(values, key)) reportMissing(reading, { node, table }, key);
  if (table.exactlyOne !== undefined) checkExactlyOne(reading, { node, table }, table.exactlyOne);
}

/** A map, and the table of its fields. */
interface GroupNode {
  readonly node: DocumentNode;
  readonly table: Readable;
}

/** Reports that neither of two keys is there, or that both are. */
function checkExactlyOne(
  reading: TableReading,
  group: GroupNode,
  [usual, other]: readonly [string, string],
): void {
  const { node, table } = group;
  const second = entryOf(node, other);
  if (entryOf(node, usual) === undefined) {
    if (second === undefined) reportMissing(reading, group, usual);
  } else if (second !== undefined) {
    const message = `${table.called} has \`${usual}\` and \`${other}\``;
    const place = nodePlace(reading, second.key);
    reading.diagnostics.push(problem('misplaced-field', place, message, { help: 'delete one of them' }));
  }
}

/** An item of the only field that is required, which is a list, in place of the whole: reported once. */
function isOneItem(reading: TableReading, { node, table }: GroupNode): boolean {
  const { called, fields } = table;
  const required = Object.entries(fields).filter(([, field]) => field.required);
  const [[name, field] = ['', undefined], more] = required;
  if (more !== undefined || field?.type !== 'list' || field.item.type !== 'group') return false;
  if (node.type !== 'map' || node.entries.length === 0) return false;
  const itemFields = field.item.fields;
  if (!node.entries.every((entry) => Object.hasOwn(itemFields, textOfKey(entry)))) return false;
  const help = `write \`${name}:\` above it, and \`- \` before its first key`;
  reportNode(reading, node.entries[0]?.key ?? node, {
    rule: 'missing-field',
    message: `${called} has no \`${name}\``,
    help,
  });
  return true;
}

/** Skipped if the map has an unknown key, which is probably the missing one and has been reported. */
function reportMissing(reading: TableReading, { node, table }: GroupNode, key: string): void {
  const { called, fields, missingAt } = table;
  const { type, ifMissing } = fields[key] ?? {};
  if (type === 'version' || node.type !== 'map') return;
  if (node.entries.some((entry) => !Object.hasOwn(fields, textOfKey(entry)))) return;
  const place = missingAt ?? node.entries[0]?.key ?? node;
  const message = `${called} has no \`${key}\``;
  reportNode(reading, place, { rule: ifMissing?.rule ?? 'missing-field', message, help: ifMissing?.help });
}

function readField(reading: TableReading, value: ValueOfField): unknown {
  const { node, field, what } = value;
  if (isNull(node) && reading.isLax !== true && !takesNull(field)) {
    reportNothing(reading, value);
    return undefined;
  }
  switch (field.type) {
    case 'kind':
    case 'version':
    case 'any':
      return node;
    case 'document':
      if (node.type === 'map') return node;
      entriesOf(reading, withMeant(reading, value));
      return undefined;
    case 'spec':
      return node.type === 'map' ? node : undefined;
    case 'word':
      return wordOf(reading, value, field);
    case 'string':
      return readString(reading, { node, what, field });
    case 'texts':
      return readTexts(reading, { node, what, field });
    case 'boolean':
      return booleanOf(reading, withMeant(reading, value));
    case 'number':
      return numberOf(reading, withMeant(reading, value), field);
    case 'list':
      return readList(reading, { node, what, field });
    case 'group':
      return readTable(reading, node, { ...field, called: what });
    case 'map':
      return readMap(reading, { node, what, field });
    case 'either':
      return readEither(reading, { node, what, field });
  }
}

function withMeant<Value extends ValueOfField>(
  { source }: TreeReading,
  value: Value,
): Value & { readonly meant: MeantValue } {
  return { ...value, meant: meantValue(value.node, value.field, source.text) };
}

function readString(
  reading: TableReading,
  { node, field, what }: ValueOfField<DocumentString>,
): StringValue | undefined {
  const { form, glob, longest, orBoolean } = field;
  if (orBoolean === true && node.type === 'scalar' && typeof node.value === 'boolean')
    return { text: String(node.value), node };
  const text = stringOf(reading, { node, what });
  if (text === undefined || node.type !== 'scalar') return undefined;
  if (reading.isLax === true) return { text, node };
  if (form !== undefined && !hasForm(text, form)) {
    reportForm(reading, node, { form, what, text });
    return form.isKept === true ? { text, node } : undefined;
  }
  if (longest !== undefined && text.length > longest) {
    const message = `${what} has more than ${longest} characters`;
    reportNode(reading, node, { rule: 'yaml-limit', message, help: 'split the policy into several' });
    return undefined;
  }
  const wrong = glob === undefined ? undefined : wrongPattern(glob, text);
  if (wrong === undefined) return { text, node };
  const subject = text === '' ? what : `the pattern ${quoted(text)}`;
  reportNode(reading, node, { rule: 'glob-syntax', message: `${subject} ${wrong.what}`, help: wrong.help });
  return undefined;
}

function reportForm(
  reading: TableReading,
  node: DocumentNode,
  { form, what, text }: { readonly form: DocumentForm; readonly what: string; readonly text: string },
): void {
  const { rule, not, help = `it must be ${form.is}`, isHidden } = form;
  const subject = isHidden === true ? what : quoted(text);
  const message = text.trim() === '' ? `${what} is empty` : `${subject} is not ${not}`;
  reportNode(reading, node, {
    rule,
    message,
    help: text.trim() === '' && not === 'empty' ? undefined : help,
  });
}

function readTexts(
  reading: TableReading,
  { node, field, what }: ValueOfField<DocumentTexts>,
): readonly StringValue[] {
  const { form, ifEmpty } = field;
  if (node.type === 'list' && node.items.length === 0)
    reportNode(reading, node, { rule: 'wrong-type', message: `${what} is empty`, help: ifEmpty });
  return (node.type === 'list' ? node.items : [node]).flatMap((item) => {
    if (item.type !== 'scalar' || (item.value === null && node.type === 'list')) {
      const message = `${what} must be a string, or a list of strings, not ${kindOf(item)}`;
      reportNode(reading, item, { rule: 'wrong-type', message, help: 'write its text' });
      return [];
    }
    if (item.value === null) return [];
    const text = writtenText(item, reading.source);
    if (hasForm(text, form)) return [{ text, node: item }];
    reportForm(reading, item, { form, what, text });
    return [];
  });
}

function readList(reading: TableReading, value: ValueOfField<DocumentList>): readonly unknown[] | undefined {
  const { node, field, what } = value;
  const { item, ifEmpty } = field;
  if (reading.isLax === true && node.type !== 'list') return undefined;
  // A string alone has been reported, and counts as the list of it: what it leaves out would be reported, too.
  const isOneString = node.type === 'scalar' && typeof node.value === 'string' && !node.value.includes(',');
  if (isOneString && item.type !== 'group') {
    const itemReading: TableReading = { ...reading, diagnostics: [] };
    const read = readItems(itemReading, [node], value);
    const [wrong] = itemReading.diagnostics;
    const hint = (wrong?.help ?? wrong?.fix?.title ?? '').replace(/^write /, '');
    if (wrong === undefined) listItems(reading, withMeant(reading, value));
    else listItems(reading, { node, what, meant: { help: `write a list, and in it ${hint}` } });
    return read;
  }
  const items = listItems(reading, withMeant(reading, value));
  if (ifEmpty !== undefined && node.type === 'list' && items.length === 0)
    reportNode(reading, node, { rule: 'wrong-type', message: `${what} is empty`, help: ifEmpty });
  return readItems(reading, items, value);
}

function readItems(
  reading: TableReading,
  items: readonly DocumentNode[],
  { field: { item }, what }: ValueOfField<DocumentList>,
): readonly unknown[] {
  const itemWhat = item.called ?? `an item of ${what}`;
  return items.flatMap((node) => {
    const value = readField(reading, { node, field: item, what: itemWhat });
    return value === undefined ? [] : [value];
  });
}

function readMap(reading: TableReading, value: ValueOfField<DocumentMap>): readonly MapEntry<unknown>[] {
  const { values, keyForm, entry: called } = value.field;
  return entriesOf(reading, withMeant(reading, value)).map(({ key, value: inner }) => {
    const name = String(key.value);
    const fit =
      values.find(({ keys }) => keys === undefined || hasForm(name, { pattern: keys })) ?? values[0];
    if (keyForm !== undefined && !hasForm(name, keyForm))
      reportForm(reading, key, { form: keyForm, what: keyForm.not, text: name });
    const read = (what: string): FieldValue<unknown> | undefined =>
      fit && (readField(reading, { node: inner, field: fit.value, what, key }) as FieldValue<unknown>);
    if (called === undefined) return { name, key, node: inner, read };
    const value = read(`${called} ${quoted(name)}`);
    return { name, key, node: inner, read: () => value };
  });
}

function readEither(
  reading: TableReading,
  { node, field: { short, long }, what }: ValueOfField<DocumentEither>,
): { readonly short: unknown } | { readonly long: unknown } | undefined {
  if (node.type === 'map')
    return { long: readTable(reading, node, { called: what, fields: long.fields, missingAt: node }) };
  const named = { node, what: short.called ?? what };
  const value =
    short.type === 'word'
      ? wordOf(reading, named, {
          values: short.values,
          others: `, or a map ${fieldsOf(long.fields)}`,
        })
      : readField(reading, { ...named, field: short });
  return value === undefined ? undefined : { short: value };
}

function takesNull(field: DocumentField): boolean {
  return (
    field.type === 'any' || field.type === 'version' || (field.type === 'texts' && field.orNull === true)
  );
}

/** Reports a value that is empty or `null`, with what to write. */
function reportNothing(reading: TableReading, { node, field, what, key }: ValueOfField): void {
  const message = `${what}: expected ${expectedValue(field)}, found ${kindOf(node)}`;
  const write = `write ${valueToWrite(field, key)}`;
  const help = field.required === true ? write : `${write}, or delete it`;
  reportNode(reading, node.start === node.end ? (key ?? node) : node, { rule: 'wrong-type', message, help });
}

/** The names of a few fields; of many, the first with a value. */
function fieldsOf(fields: DocumentFields): string {
  const names = Object.keys(fields);
  const [first] = Object.entries(fields);
  const shown = first === undefined ? undefined : exampleText(first[1]);
  if (names.length <= 8) return `with ${codeList(names)}`;
  return first === undefined || shown === undefined
    ? 'with its fields'
    : `such as ${quoted(`{ ${first[0]}: ${shown} }`)}`;
}
