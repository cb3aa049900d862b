import { escapedCharacter, inert } from './inert.ts';

/** What XML 1.0 cannot hold, not even as a reference; controls are made inert before. */
const forbidden = /[\p{Surrogate}\ufffe\uffff]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // An attribute would turn them into spaces.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** The value of an attribute, with the quotes. */
export function xmlAttribute(text: string): string {
  return `"${harmless(text).replace(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? '')}"`;
}

/** The text of an element. `>` is escaped as well: `]]>` may not be in text. */
export function xmlText(text: string): string {
  return harmless(text).replace(/[&<>\r]/g, (character) => entities[character] ?? '');
}

/** `name="value"` for each, in order. */
export function xmlAttributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}=${xmlAttribute(String(value))}`)
    .join('');
}

function harmless(text: string): string {
  return inert(text).replace(forbidden, escapedCharacter);
}
