import type { Json } from '../model/value.ts';
import type { ScalarStyle } from '../model/document.ts';
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

const plainText = /^[A-Za-z0-9_./$(][^\x00-\x1f\x7f#"'`|>&*!%@,[\]{}]*$/;
/** Text that YAML 1.1 or 1.2 reads as something other than a string, or that looks so. */
const special =
  /^(?:true|false|yes|no|on|off|y|n|null|nan|[-+.]?(?:inf|nan)|[-+.\d][\d_.,:eExXoO+-]*|0x[\da-f]+)$/i;

function isPlain(text: string): boolean {
  return (
    plainText.test(text) && !special.test(text) && !/:(?:\s|$)|\s$/.test(text) && !text.startsWith('---')
  );
}
