import type { ScalarStyle } from '../model/document.ts';
import type { Json } from '../model/value.ts';
import { inlineYaml } from './yaml-text.ts';

/** A value as a YAML document; handed in, because one printer knows the YAML library. */
export type Print = (value: Json) => string;

/** How new text is made to stand where it goes. */
export interface Style {
  readonly print: Print;
  /** Of the file. */
  readonly lineBreak: string;
}

/** `key: value` in block style, its lines indented, without a line end after it. */
export function printedEntry({ print, lineBreak }: Style, key: string, value: Json, indent: string): string {
  return indented(print({ [key]: value }), indent).join(lineBreak);
}

/** `- value`, the same way. */
export function printedItem({ print, lineBreak }: Style, value: Json, indent: string): string {
  return indented(print([value]), indent).join(lineBreak);
}

/** What stands behind `key:` when the value is a new one: it begins with a space or a line end. */
export function printedBehindKey({ print, lineBreak }: Style, value: Json, indent: string): string {
  const [first = '', ...rest] = print({ k: value }).trimEnd().split('\n');
  return [first.slice('k:'.length), ...indented(rest.join('\n'), indent)].join(
    rest.length === 0 ? '' : lineBreak,
  );
}

/** What stands behind `- `. */
export function printedBehindDash({ print, lineBreak }: Style, value: Json, indent: string): string {
  const [first = '', ...rest] = print([value]).trimEnd().split('\n');
  return [first.slice('- '.length), ...indented(rest.join('\n'), indent)].join(
    rest.length === 0 ? '' : lineBreak,
  );
}

/** Lines that hold nothing stay empty: a block scalar does not care, and an editor does. */
function indented(text: string, indent: string): readonly string[] {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  return body === '' ? [] : body.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`));
}

const everyday = /^[\x20-\x7e\p{L}\p{N}\p{P}\p{S}]*$/u;

/** A value on one line, for braces and for a line that goes on behind it; the quotes that stood there stay. */
export function printedInline(value: Json, style?: ScalarStyle): string {
  const text = inlineYaml(value, style);
  return everyday.test(text) ? text : JSON.stringify(value).replaceAll(/[^\x20-\x7e]/g, escape);
}

/** Whether a text can be on one line as it is. */
export function isEveryday(value: Json): boolean {
  return typeof value !== 'string' || everyday.test(value);
}

function escape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
