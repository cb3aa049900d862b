import { escapedCharacter, inert } from '../../text/inert.ts';
import type { Attributes, Content } from './element.ts';

/** HTML content as text. */
export function htmlText(content: Content): string {
  if (typeof content === 'string') return escapedText(content);
  if (isMany(content)) return content.map(htmlText).join('');
  const { tag, attributes, content: inside } = content;
  const start = `<${tag}${attributesText(attributes)}>`;
  return isEmpty.has(tag) ? start : `${start}${inside.map(htmlText).join('')}</${tag}>`;
}

/** Elements without an end tag. */
const isEmpty: ReadonlySet<string> = new Set(['br', 'hr', 'input', 'link', 'meta']);

function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => {
      if (value === undefined) return '';
      return value === true ? ` ${name}` : ` ${name}="${escapedText(String(value))}"`;
    })
    .join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes text as the last barrier: control characters and lone surrogates are written out even if a caller forgot it.
 */
export function escapedText(text: string): string {
  return inert(text)
    .replace(/[\r\p{Surrogate}]/gu, escapedCharacter)
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

function isMany(content: Content): content is readonly Content[] {
  return Array.isArray(content);
}
