/**
 * Pieces of a page as values. A string is always text, never markup: what a user or a server wrote cannot become an
 * element, whether the page is written as a text or put together in the browser.
 */
export type Content = string | Element | readonly Content[];

export interface Element {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly content: readonly Content[];
}

/** Undefined leaves an attribute out; true is one without a value. No event handlers and no styles: see the page's CSP. */
export type Attributes = Readonly<Record<string, string | number | true | undefined>>;

export function h(tag: string, attributes: Attributes | string, ...content: readonly Content[]): Element {
  return { tag, attributes: typeof attributes === 'string' ? { class: attributes } : attributes, content };
}
