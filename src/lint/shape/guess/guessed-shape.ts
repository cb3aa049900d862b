import { fieldsOf } from '../../../derive/forms/fields.ts';
import { looksSecret } from '../../../derive/secrets/sensitive-parts.ts';
import type { Field, Fields, TextField } from '../../../kinds/field.ts';
import type { Json } from '../../../model/value.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import { atKey, type KeyFinding, unknownField } from '../diagnose/unknown-field.ts';
import { quoted } from '../../../text/quoted.ts';
import { notAField } from '../../../text/words/mistake-words.ts';
import { writtenNames } from '../written-fields.ts';
import { orList } from '../../../text/words/list-words.ts';
import { fieldsHere } from '../shape-finding.ts';
import type { Hint, UnknownKey, WrongValue } from '../diagnose/diagnosis.ts';

/**
 * In place of a mapping people often write only its main value: `oauth: google`, `ip_restriction: [ipp_1]`,
 * `tls_termination: upstream`. The field table tells which field that value belongs to, so the right shape can be
 * suggested.
 */

/** The shape that was probably intended, else the valid fields. */
export function guessedShape({ field, name, value, text }: WrongValue): Hint | undefined {
  const key = name.replaceAll('`', '');
  const unspaced = typeof value === 'string' ? /^([\w-]+):(?!\/\/)([^\s`]{1,60})$/.exec(value) : null;
  if (unspaced !== null)
    return {
      help: `write \`${unspaced[1]}: ${looksSecret(unspaced[0]) ? '…' : unspaced[2]}\``,
      instead: {
        message: `\`${unspaced[1]}\` has no space after its \`:\``,
        why: 'Without the space YAML reads the whole line as one string, not as a key and its value.',
      },
    };
  if (field.type === 'map') return pairsHint(key, value);
  const fields = fieldsOf(field);
  if (fields === undefined) return undefined;
  // The names of its keys are free.
  if (Object.keys(fields).length === 0) return pairsHint(key, value);
  const given = typeof value === 'string' ? [value] : Array.isArray(value) ? (value as unknown[]) : [];
  const words = given.filter((word): word is string => typeof word === 'string' && isShort(word));
  const written =
    typeof value === 'string' && text !== undefined && isShort(text) ? [text] : words.map(inYaml);
  const guess = words.length === given.length ? guessIn(fields, words, written) : undefined;
  if (guess === undefined) {
    const help = fieldsHere(writtenNames(fields), 'its');
    return help === undefined ? undefined : { help };
  }
  const help = `write \`${key}: ${guess.shape}\``;
  return guess.with === undefined ? { help } : { help, with: guess.with };
}

interface Guess {
  /** The YAML to write, on one line. */
  readonly shape: string;
  /** Undefined if further fields are needed. */
  readonly with?: Json;
}

function guessIn(fields: Fields, words: readonly string[], written: readonly string[]): Guess | undefined {
  const [word] = words;
  if (word === undefined) return undefined;
  const member = fields[word.toLowerCase()];
  if (words.length === 1 && member?.type === 'object') {
    const name = word.toLowerCase();
    // Empty, it would let everyone in.
    return { shape: `{ ${name}: … }` };
  }
  for (const name of writtenNames(fields)) {
    const field = fields[name];
    const guess = field === undefined ? undefined : guessOf(name, field, words, written);
    if (guess !== undefined) return guess;
  }
  return undefined;
}

/** The mapping that sets this field to the words; undefined if they do not fit it. */
function guessOf(
  name: string,
  field: Field,
  words: readonly string[],
  written: readonly string[],
): Guess | undefined {
  const [word = ''] = words;
  const [shown = ''] = written;
  if (field.type === 'list' && field.refersTo !== undefined)
    return { shape: `{ ${name}: [${written.join(', ')}] }`, with: { [name]: [...words] } };
  if (field.type === 'object') {
    const inner = guessIn(field.fields, words, written);
    if (inner === undefined) return undefined;
    const shape = `{ ${name}: ${inner.shape} }`;
    return inner.with === undefined ? { shape } : { shape, with: { [name]: inner.with } };
  }
  if (field.type !== 'string' || words.length > 1) return undefined;
  if (field.refersTo !== undefined || field.values?.includes(word) === true)
    return { shape: `{ ${name}: ${shown} }`, with: { [name]: word } };
  return isFirstOf(field, word) ? { shape: `{ ${name}: ${shown}, … }` } : undefined;
}

/** Whether the word is the main value of a module that needs further fields. */
function isFirstOf(field: TextField, word: string): boolean {
  if (field.form === 'issuer-url') return /^https?:\/\//.test(word);
  return field.knownValues?.includes(word.toLowerCase()) === true;
}

/** Help for a list in place of one mapping: of pairs of a name and a value, in any form, or of names alone. */
export function pairsHint(key: string, value: unknown): Hint | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value as readonly unknown[];
  const pairs = items.map(pairOf).filter((pair) => pair !== undefined);
  const isAll = pairs.length === items.length && new Set(pairs.map(([name]) => name)).size === items.length;
  const [first] = items;
  const named = isJsonMap(first) ? (first['environment'] ?? first['name'] ?? Object.keys(first)[0]) : first;
  const name = pairs[0]?.[0] ?? named;
  const example = typeof name === 'string' && /^[\w./-]+$/.test(name) ? name : '<name>';
  const help = `write each name with its value: \`${key}: { ${example}: … }\``;
  return isAll && items.length > 0 ? { help, with: Object.fromEntries(pairs) as Json } : { help };
}

/** The pair that an item means: `{ a: 1 }`, `{ name: a, value: 1 }`, or the string `a: 1`. */
function pairOf(item: unknown): readonly [string, unknown] | undefined {
  if (typeof item === 'string') {
    const [, name, text] = /^([\w-]+):\s+(\S.*)$/.exec(item) ?? [];
    return name === undefined ? undefined : [name, text];
  }
  if (!isJsonMap(item)) return undefined;
  const [only, ...more] = Object.entries(item);
  const { name, value } = item;
  if (more.length === 1 && typeof name === 'string' && value !== undefined) return [name, value];
  return more.length === 0 ? only : undefined;
}

function isShort(text: string): boolean {
  return text.length <= 60 && !/[\n`]/.test(text);
}

function inYaml(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : JSON.stringify(word);
}

/** Guesses the intended field from the name or value of an unknown key in a module. */
export function guessedKey(unknown: UnknownKey): KeyFinding | undefined {
  const { fields, inSpec } = unknown.position;
  if (fields === undefined || inSpec?.length !== 1) return undefined;
  return (
    pairKey(unknown, fields) ??
    valueAsKey(unknown, fields) ??
    idKey(unknown, fields) ??
    addressKey(unknown, fields)
  );
}

/** `response_headers: { x-frame-options: deny }`: a header name where only `add` and `remove` are valid. */
function pairKey(unknown: UnknownKey, fields: Fields): KeyFinding | undefined {
  const { key, value, position } = unknown;
  const maps = namesWhere(fields, ({ type }) => type === 'map');
  const [first] = maps;
  if (first === undefined || typeof value !== 'string' || !/^[\w-]*-[\w-]*$/.test(key)) return undefined;
  const message = `\`${key}\` is a name of its own, which belongs under ${orList(maps)}`;
  const help = `write \`${String(position.inSpec?.[0])}: { ${first}: { ${key}: … } }\``;
  return atKey(unknown, 'misplaced-field', { message, help });
}

/** `webhook_verification: { github: … }`: a field's value used as a key. */
function valueAsKey(unknown: UnknownKey, fields: Fields): KeyFinding | undefined {
  const { key } = unknown;
  const [name] = namesWhere(
    fields,
    (field) => field.type === 'string' && field.knownValues?.includes(key.toLowerCase()) === true,
  );
  if (name === undefined) return undefined;
  const message = `\`${key}\` is a value of \`${name}\`, not a key`;
  const help = `write \`${name}: ${key}\`, and what is below it beside that`;
  return atKey(unknown, 'misplaced-field', { message, help });
}

/** `backend: { id: … }`: short for the module's only id field. */
function idKey(unknown: UnknownKey, fields: Fields): KeyFinding | undefined {
  if (!/^(?:id|ids|name|names)$/.test(unknown.key)) return undefined;
  const ids = namesWhere(
    fields,
    (field) => (field.type === 'string' || field.type === 'list') && field.refersTo !== undefined,
  );
  const [name] = ids;
  return name === undefined || ids.length > 1 || unknown.has(name) ? undefined : unknownField(unknown, name);
}

/** `ip_restriction: { allow: [10.0.0.0/8] }`: addresses belong in the IP policies that the module refers to. */
function addressKey(unknown: UnknownKey, fields: Fields): KeyFinding | undefined {
  const { key } = unknown;
  const [name] = namesWhere(fields, (field) => field.type === 'list' && field.refersTo === 'ip-policy');
  if (name === undefined || !/^(?:allow|deny|block|cidrs?|ips?|addresses|ranges?)(?:_|$)/.test(key))
    return undefined;
  const message = `${notAField(key, quoted(String(unknown.path.at(-1))))}: addresses are in IP policies`;
  const help = `write \`${name}: [ip-policy/office]\`, and the id of the policy under \`ids\` of the environment`;
  return atKey(unknown, 'unknown-field', { message, help });
}

function namesWhere(fields: Fields, fits: (field: Field) => boolean): readonly string[] {
  return Object.entries(fields)
    .filter(([, field]) => field.readOnly !== true && fits(field))
    .map(([name]) => name);
}
