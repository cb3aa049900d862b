import { SaxesParser, type SaxesTagNS } from 'saxes';
import { rememberLast } from './domain/remember-last.ts';

/** A piece of the metadata and where it stands in the text, in UTF-16 units. */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What lint looks at in an identity provider's metadata. */
export interface SamlMetadata {
  /** Where it stops being XML; what was read before that is still here. */
  readonly problem: Piece | undefined;
  readonly doctype: Piece | undefined;
  /** The start tag of the root. */
  readonly root: (Piece & { readonly name: string; readonly namespace: string }) | undefined;
  readonly identityProvider: Piece | undefined;
  /** Certificates that may sign, as base64. */
  readonly certificates: readonly Piece[];
  /** Locations of single sign-on. */
  readonly logins: readonly Piece[];
  readonly validUntil: Piece | undefined;
}

/** The namespace of SAML 2.0 metadata. */
export const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata';

/** Reads the metadata; the rules of one module look at the same text one after the other. */
export const parseSaml = rememberLast(read);

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Found = Writable<SamlMetadata> & { certificates: Piece[]; logins: Piece[] };

function read(text: string): SamlMetadata {
  const found: Found = {
    problem: undefined,
    doctype: undefined,
    root: undefined,
    identityProvider: undefined,
    certificates: [],
    logins: [],
    validUntil: undefined,
  };
  const open: string[] = [];
  let keyUse = '';
  let mistakes = 0;
  const parser = new SaxesParser({ xmlns: true, position: true });
  const tag = (): Piece => tagBefore(text, parser.position);
  const fail = (message: string): void => {
    const start = Math.min(parser.position, text.length);
    found.problem ??= { text: message.replace(/^\d+:\d+: /, '').replace(/\.$/, ''), start, end: start };
  };
  parser.on('error', ({ message }) => {
    fail(message);
    if (++mistakes > limits.mistakes) throw enough;
  });
  parser.on('doctype', () => (found.doctype ??= doctypeOf(text)));
  parser.on('opentag', (node) => {
    if (open.length === 0) found.root = { ...tag(), name: node.local, namespace: node.uri };
    if (open.push(node.local) > limits.depth) {
      fail(`elements more than ${limits.depth} deep`);
      throw enough;
    }
    if (node.local === 'KeyDescriptor') keyUse = attribute(node, 'use') ?? '';
    if (node.local === 'IDPSSODescriptor') found.identityProvider ??= tag();
    if (node.local === 'SingleSignOnService')
      found.logins.push({ ...tag(), text: attribute(node, 'Location') ?? '' });
    const validUntil = attribute(node, 'validUntil');
    if (validUntil !== undefined) found.validUntil ??= { ...tag(), text: validUntil };
  });
  parser.on('text', (content) => {
    if (open.at(-1) !== 'X509Certificate' || !open.includes('IDPSSODescriptor') || keyUse === 'encryption')
      return;
    const end = text.lastIndexOf('<', parser.position - 1);
    found.certificates.push({
      text: content.replaceAll(/\s/g, ''),
      start: Math.max(0, end - content.length),
      end,
    });
  });
  parser.on('closetag', () => void open.pop());
  try {
    parser.write(text).close();
  } catch (error) {
    if (error !== enough) throw error;
  }
  return found;
}

/** Beyond these the rest is not read: each element looks through all that are open, each mistake takes a stack trace. */
const limits = { depth: 64, mistakes: 100 } as const;
const enough = new Error('enough was read');

function attribute({ attributes }: SaxesTagNS, name: string): string | undefined {
  return attributes[name]?.value;
}

/** The tag that ends at a position. */
function tagBefore(text: string, position: number): Piece {
  const start = Math.max(0, text.lastIndexOf('<', position - 1));
  return { text: text.slice(start, position), start, end: position };
}

function doctypeOf(text: string): Piece {
  const start = text.indexOf('<!DOCTYPE');
  return { text: '<!DOCTYPE', start, end: start + '<!DOCTYPE'.length };
}

/** A login page that was saved in the place of what stands behind it. */
export function isWebPage(text: string): boolean {
  return /^\s*<(?:!doctype html|html)\b/i.test(text);
}
