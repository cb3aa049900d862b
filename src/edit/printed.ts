import type { ScalarStyle } from '../model/document.ts';
import type { Json } from '../model/value.ts';
import { isJsonList } from '../text/json/json-access.ts';

/** A value as YAML on one line: plain if that reads back as the same value, else quoted; collections in flow style. */
export function inlineYaml(value: Json, style?: ScalarStyle): string {
  if (typeof value === 'string') return quoted(value, style);
  if (typeof value !== 'object' || value === null) return String(value);
  if (isJsonList(value)) return `[${value.map((item) => flowText(item)).join(', ')}]`;
  const entries = Object.entries(value).map(([key, item]) => `${flowText(key)}: ${flowText(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function flowText(value: Json): string {
  return typeof value === 'string' && /[,[\]{}]/.test(value) ? JSON.stringify(value) : inlineYaml(value);
}

/** Keeps the original quotes if they can hold the new text. */
function quoted(text: string, style: ScalarStyle | undefined): string {
  if (style === 'single' && !/[^\x20-\x7e\u{a0}-\u{10ffff}]/u.test(text))
    return `'${text.replaceAll("'", "''")}'`;
  if (style === 'double' || !isPlain(text)) return JSON.stringify(text);
  return text;
}

const plainText = /^[A-Za-z0-9_./$(][^\x00-\x1f\x7f-\x9f\u2028\u2029#"'`|>&*!%@,[\]{}]*$/;
/** Text that YAML 1.1 or 1.2 reads as something other than a string, or that looks so. */
const special =
  /^(?:true|false|yes|no|on|off|y|n|null|nan|[-+.]?(?:inf|nan)|[-+.\d][\d_.,:eExXoO+-]*|0x[\da-f]+)$/i;

function isPlain(text: string): boolean {
  return (
    plainText.test(text) && !special.test(text) && !/:(?:\s|$)|\s$/.test(text) && !text.startsWith('---')
  );
}

/** Prints a value as a YAML document. Passed in, so that only one file depends on the YAML library's printer. */
export type Print = (value: Json) => string;

/** How new text is formatted. */
export interface Style {
  readonly print: Print;
  readonly lineBreak: string;
}

/** `key: value` in block style with its lines indented, without a trailing line break. */
export function printedEntry(
  { print, lineBreak }: Style,
  [key, value]: readonly [key: string, value: Json],
  indent: string,
): string {
  return indented(print({ [key]: value }), indent).join(lineBreak);
}

/** `- value`, formatted in the same way. */
export function printedItem({ print, lineBreak }: Style, value: Json, indent: string): string {
  return indented(print([value]), indent).join(lineBreak);
}

/** The text after `key:` for a new value; it starts with a space or a line break. */
export function printedBehindKey({ print, lineBreak }: Style, value: Json, indent: string): string {
  const [first = '', ...rest] = print({ k: value }).trimEnd().split('\n');
  return [first.slice('k:'.length), ...indented(rest.join('\n'), indent)].join(
    rest.length === 0 ? '' : lineBreak,
  );
}

/** The text after `- ` for a new value. */
export function printedBehindDash({ print, lineBreak }: Style, value: Json, indent: string): string {
  const [first = '', ...rest] = print([value]).trimEnd().split('\n');
  return [first.slice('- '.length), ...indented(rest.join('\n'), indent)].join(
    rest.length === 0 ? '' : lineBreak,
  );
}

/** Empty lines stay empty: a block scalar does not need the indentation, and editors mark trailing white space. */
function indented(text: string, indent: string): readonly string[] {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  return body === '' ? [] : body.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`));
}

const everyday = /^[\x20-\x7e\p{L}\p{N}\p{P}\p{S}]*$/u;

/** A value on one line, for flow collections and inline values; the original quotes are kept. */
export function printedInline(value: Json, style?: ScalarStyle): string {
  const text = inlineYaml(value, style);
  return everyday.test(text) ? text : JSON.stringify(value).replaceAll(/[^\x20-\x7e]/g, escape);
}

/** Whether a value can be on one line without escapes. */
export function isEveryday(value: Json): boolean {
  return typeof value !== 'string' || everyday.test(value);
}

function escape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
