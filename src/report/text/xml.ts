import { escapedCharacter, inert } from './inert.ts';

/** Characters that XML 1.0 cannot contain, even as references; controls were escaped before. */
const forbidden = /[\p{Surrogate}\ufffe\uffff]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // An attribute value would normalize these to spaces.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** An attribute value with its quotes. */
export function xmlAttribute(text: string): string {
  return `"${harmless(text).replace(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? '')}"`;
}

/** The text of an element. `>` is escaped too, since `]]>` is not allowed in text. */
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
