/**
 * HTML content as data. A string is always text, never markup: text from a user or a server cannot become an element,
 * both in the written page and in the browser.
 */
export type Content = string | Element | readonly Content[];

export interface Element {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly content: readonly Content[];
}

/**
 * Undefined omits an attribute; true is an attribute without value. Event handlers and styles are blocked by the CSP.
 */
export type Attributes = Readonly<Record<string, string | number | true | undefined>>;

export function h(tag: string, attributes: Attributes | string, ...content: readonly Content[]): Element {
  return { tag, attributes: typeof attributes === 'string' ? { class: attributes } : attributes, content };
}
