import { escapedCharacter, inert } from '../text/inert.ts';

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

export function isMany(content: Content): content is readonly Content[] {
  return Array.isArray(content);
}

/**
 * HTML content as data. A string is always text, never markup: text from a user or a server cannot become an element,
 * both in the written page and in the browser.
 */
export type Content = string | Element | readonly Content[];

interface Element {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly content: readonly Content[];
}

/**
 * Undefined omits an attribute; true is an attribute without value. Event handlers and styles are blocked by the CSP.
 */
type Attributes = Readonly<Record<string, string | number | true | undefined>>;

export function h(tag: string, attributes: Attributes | string, ...content: readonly Content[]): Element {
  return { tag, attributes: typeof attributes === 'string' ? { class: attributes } : attributes, content };
}

/** A list of these items; nothing without any. */
export function itemList(attributes: Attributes | string, items: readonly Content[]): Content {
  return items.length === 0
    ? []
    : h(
        'ul',
        attributes,
        items.map((item) => h('li', {}, item)),
      );
}

/** A table that scrolls where it is wider than the page. */
export function table(name: string, columns: readonly Content[], rows: readonly Content[]): Content {
  return h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': name }, [
    h('table', {}, [
      h('thead', {}, [
        h(
          'tr',
          {},
          columns.map((column) => h('th', { scope: 'col' }, column)),
        ),
      ]),
      h('tbody', {}, rows),
    ]),
  ]);
}

/** A sentence with names in backticks, the form of all our messages. */
export function prose(text: string): Content {
  // Every second piece was in backticks; an even number of pieces means that the last backtick is not closed.
  const pieces = text.split('`');
  if (pieces.length % 2 === 0) return text;
  return pieces.map((piece, index) =>
    index % 2 === 0 ? piece : h('code', {}, /(^| )--/.test(piece) ? words(piece) : piece),
  );
}

/** The words of a command, none of which is broken at a hyphen. */
export function words(text: string): Content {
  return text.split(' ').flatMap((word, index) => [...(index === 0 ? [] : [' ']), h('span', 'word', word)]);
}
