/**
 * Lays out XML in a normal form: one element per line, sorted attributes, one kind of quotes, no comments, and no white
 * space except indentation. Equivalent texts give the same lines, so this is used both to compare metadata and to show
 * its differences. In SAML metadata, white space in texts is meaningless: they are URLs, base64 or names. A signature
 * over the metadata covers every space, so signed elements, and those with `xml:space="preserve"`, keep their own.
 * Prefixes are not resolved: another prefix counts as a change.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';

interface Element {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: (Element | string)[];
}

/** The layout, ending in a line break; undefined for a text that is not XML or too deep. */
export function layOutXml(text: string): string | undefined {
  const root = treeOf(text);
  if (root === undefined) return undefined;
  const isSigned = has(root, (element) => element.name.replace(/^.*:/, '') === 'Signature');
  const lines: string[] = [];
  if (isSigned) lines.push(inline(root));
  else layOut(root, '', lines);
  return `${lines.join('\n')}\n`;
}

/** Maximum depth, which keeps recursive functions from a stack overflow. */
const maxDepth = 64;
const enough = new Error('enough was read');

function treeOf(text: string): Element | undefined {
  const top: Element = { name: '', attributes: [], children: [] };
  const open = [top];
  const parser = new SaxesParser({ xmlns: false, position: false });
  const add = (content: string): void => {
    const { children } = open.at(-1) ?? top;
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + content;
    else children.push(content);
  };
  parser.on('error', () => {
    throw enough;
  });
  // Its entities would have to be resolved first; lint refuses a doctype anyway.
  parser.on('doctype', () => {
    throw enough;
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', (tag) => {
    const element = elementOf(tag);
    (open.at(-1) ?? top).children.push(element);
    if (open.push(element) > maxDepth) throw enough;
  });
  parser.on('closetag', () => open.pop());
  try {
    parser.write(text).close();
  } catch (error) {
    if (error !== enough) throw error;
    return undefined;
  }
  return top.children.find((child) => typeof child !== 'string');
}

function elementOf({ name, attributes }: SaxesTagPlain): Element {
  const entries = Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  return { name, attributes: entries, children: [] };
}

function layOut(element: Element, indent: string, lines: string[]): void {
  const { name, children } = element;
  if (preservesSpace(element)) {
    lines.push(indent + inline(element));
    return;
  }
  const content = children
    .map((child) => (typeof child === 'string' ? collapsed(child, name) : child))
    .filter((child) => child !== '');
  const [first] = content;
  if (first === undefined) lines.push(`${indent}<${startOf(element)}/>`);
  else if (content.length === 1 && typeof first === 'string') {
    lines.push(`${indent}<${startOf(element)}>${escaped(first)}</${name}>`);
  } else {
    lines.push(`${indent}<${startOf(element)}>`);
    for (const child of content) {
      if (typeof child === 'string') lines.push(`${indent}  ${escaped(child)}`);
      else layOut(child, `${indent}  `, lines);
    }
    lines.push(`${indent}</${name}>`);
  }
}

/** The element with its white space unchanged. */
function inline(element: Element): string {
  const { name, children } = element;
  if (children.length === 0) return `<${startOf(element)}/>`;
  const content = children.map((child) => (typeof child === 'string' ? escaped(child) : inline(child)));
  return `<${startOf(element)}>${content.join('')}</${name}>`;
}

function startOf({ name, attributes }: Element): string {
  return [name, ...attributes.map(([key, value]) => `${key}="${escapedValue(value)}"`)].join(' ');
}

function preservesSpace({ attributes }: Element): boolean {
  return attributes.some(([key, value]) => key === 'xml:space' && value === 'preserve');
}

/** Base64 may have line breaks anywhere. */
function collapsed(text: string, name: string): string {
  const isBase64 = name.replace(/^.*:/, '') === 'X509Certificate';
  return text.replaceAll(/[ \t\r\n]+/g, isBase64 ? '' : ' ').replaceAll(/^ | $/g, '');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

function escapedValue(text: string): string {
  return escaped(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}

function has(element: Element, claim: (element: Element) => boolean): boolean {
  return claim(element) || element.children.some((child) => typeof child !== 'string' && has(child, claim));
}
