import { SaxesParser, type SaxesTagNS } from 'saxes';
import { rememberLast } from '../../../text/remember-last.ts';
import { suggestions } from '../../../text/suggest.ts';

/**
 * The elements of an identity provider's metadata: SAML 2.0 metadata, XML signatures, and what providers add to them
 * (entity attributes, user interface).
 */
const samlElements: ReadonlySet<string> = new Set(
  `AdditionalMetadataLocation AffiliationDescriptor AffiliateMember ArtifactResolutionService AssertionConsumerService
   AssertionIDRequestService Attribute AttributeAuthorityDescriptor AttributeConsumingService AttributeProfile
   AttributeService AttributeValue AuthnAuthorityDescriptor AuthnQueryService AuthzService CanonicalizationMethod
   CipherData CipherValue Company ContactPerson Description DigestMethod DigestValue DisplayName DomainHint
   EmailAddress EncryptionMethod EntitiesDescriptor EntityAttributes EntityDescriptor Exponent Extensions GeolocationHint
   GivenName IDPSSODescriptor InformationURL IPHint KeyDescriptor KeyInfo KeyName KeyValue Keywords Logo
   ManageNameIDService Modulus NameIDFormat NameIDMappingService Organization OrganizationDisplayName OrganizationName
   OrganizationURL PDPDescriptor PrivacyStatementURL PublicationInfo Reference RegistrationInfo RegistrationPolicy
   RequestedAttribute RoleDescriptor RSAKeyValue Scope ServiceDescription ServiceName SPSSODescriptor Signature
   SignatureMethod SignatureValue SignedInfo SigningMethod SingleLogoutService SingleSignOnService SurName
   TelephoneNumber Transform Transforms UIInfo UsagePolicy X509Certificate X509CRL X509Data X509IssuerName
   X509IssuerSerial X509SerialNumber X509SKI X509SubjectName`.split(/\s+/),
);

/** A part of the metadata with its position in the text, in UTF-16 units. */
export interface MetadataPiece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The parts of an identity provider's metadata that lint checks. */
export interface SamlMetadata {
  /** The first XML error, with the tag that it contradicts; everything read before it is kept. */
  readonly problem:
    | (MetadataPiece & {
        readonly other?: MetadataPiece & { readonly is: 'opened' | 'closed' };
        /** How to make it well-formed, if known. */
        readonly help?: string;
      })
    | undefined;
  /** The declared encoding, if it cannot be that of a text that is sent as UTF-8. */
  readonly encoding: MetadataPiece | undefined;
  readonly doctype: MetadataPiece | undefined;
  /** The start tag of the root. */
  readonly root: (MetadataPiece & { readonly name: string; readonly namespace: string }) | undefined;
  readonly identityProvider: MetadataPiece | undefined;
  /** Certificates that may sign, as base64. */
  readonly certificates: readonly MetadataPiece[];
  /** Locations of single sign-on. */
  readonly logins: readonly (MetadataPiece & { readonly binding: MetadataPiece })[];
  /** `text` is the time; the position is that of the attribute. In document order. */
  readonly validUntil: readonly MetadataPiece[];
}

export const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata';

/** Parses the metadata. Remembers the last result, as the rules of one module check the same text in turn. */
export const parseSaml = rememberLast(read);

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

type MetadataDraft = Writable<SamlMetadata> & {
  certificates: MetadataPiece[];
  logins: (MetadataPiece & { readonly binding: MetadataPiece })[];
  validUntil: MetadataPiece[];
};

function read(text: string): SamlMetadata {
  const found: MetadataDraft = {
    problem: undefined,
    encoding: wideEncoding(text),
    doctype: undefined,
    root: undefined,
    identityProvider: undefined,
    certificates: [],
    logins: [],
    validUntil: [],
  };
  const open: Element[] = [];
  // The library closes an element before it reports that its end tag has a different name.
  let justClosed: Element | undefined;
  let keyUse = '';
  let certificate: { readonly start: number; base64: string } | undefined;
  let mistakes = 0;
  const parser = new SaxesParser({ xmlns: true, position: true });
  const tag = (): MetadataPiece => tagBefore(text, parser.position);
  const fail = (message: string): void => {
    const contradicted = message.includes('unexpected close tag')
      ? justClosed
      : message.includes('unclosed tag')
        ? open.at(-1)
        : undefined;
    if (contradicted !== undefined) {
      found.problem ??= mismatch(text, parser.position, contradicted);
      return;
    }
    const start = Math.min(parser.position, text.length);
    found.problem ??= { text: message.replace(/^\d+:\d+: /, '').replace(/\.$/, ''), start, end: start };
  };
  parser.on('error', ({ message }) => {
    // A document type may declare entities in another file; with that file, the text is well-formed.
    if (found.doctype !== undefined && message.includes('undefined entity')) return;
    fail(message);
    if (++mistakes > limits.mistakes) throw enough;
  });
  parser.on('doctype', (type) => {
    found.doctype ??= doctypeOf(text);
    for (const [name, value] of entitiesIn(type)) parser.ENTITIES[name] = value;
  });
  parser.on('opentag', (node) => {
    if (open.length === 0) found.root = { ...tag(), name: node.local, namespace: node.uri };
    if (open.push({ name: node.name, tag: tag() }) > limits.depth) {
      fail(`elements more than ${limits.depth} deep`);
      throw enough;
    }
    if (node.local === 'KeyDescriptor') keyUse = attribute(node, 'use') ?? '';
    if (node.local === 'IDPSSODescriptor') found.identityProvider ??= tag();
    if (node.local === 'SingleSignOnService')
      found.logins.push({
        ...tag(),
        text: attribute(node, 'Location') ?? '',
        binding: attributePiece(tag(), 'Binding', attribute(node, 'Binding') ?? ''),
      });
    const validUntil = attribute(node, 'validUntil');
    if (validUntil !== undefined && dated.has(node.local))
      found.validUntil.push(attributePiece(tag(), 'validUntil', validUntil));
    const isSigning =
      node.local === 'X509Certificate' &&
      open.some(({ name }) => localName(name) === 'IDPSSODescriptor') &&
      keyUse !== 'encryption';
    if (isSigning) certificate = { start: parser.position, base64: '' };
  });
  const gather = (content: string): void => {
    if (certificate !== undefined) certificate.base64 += content;
  };
  parser.on('text', gather);
  parser.on('cdata', gather);
  parser.on('closetag', ({ isSelfClosing }) => {
    justClosed = open.pop();
    if (localName(justClosed?.name ?? '') !== 'X509Certificate' || certificate === undefined) return;
    const { start, base64 } = certificate;
    const end = isSelfClosing ? start : text.lastIndexOf('<', parser.position - 1);
    found.certificates.push({ ...trimmed(text, start, end), text: base64.replaceAll(/\s/g, '') });
    certificate = undefined;
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error !== enough) throw error;
  }
  return found;
}

interface Element {
  readonly name: string;
  /** Its start tag. */
  readonly tag: MetadataPiece;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An end tag that does not match the open element, or the end of the text inside an element. */
function mismatch(text: string, position: number, { name, tag: opened }: Element): SamlMetadata['problem'] {
  const end = tagBefore(text, position);
  if (!end.text.startsWith('</')) {
    const at = Math.min(position, text.length);
    return {
      text: `\`<${name}>\` is never closed`,
      start: at,
      end: at,
      other: { ...opened, is: 'opened' },
      help: `add \`</${name}>\`, or copy the metadata again: its end may be cut off`,
    };
  }
  const wrong = end.text.trim();
  const closing = wrong.slice(2, -1).trim();
  const isMisspelt = suggestions(closing, [name]).length > 0;
  if (isMisspelt && isKnown(closing) && !isKnown(name))
    return {
      text: `\`<${name}>\` is closed by \`${wrong}\``,
      start: opened.start,
      end: opened.start + 1 + name.length,
      other: { ...end, is: 'closed' },
      help: `write \`<${closing}>\``,
    };
  return {
    ...end,
    text: `\`${wrong}\` does not close \`<${name}>\``,
    other: { ...opened, is: 'opened' },
    help: isMisspelt ? `write \`</${name}>\`` : `add \`</${name}>\` before \`${wrong}\``,
  };
}

/** Whether metadata can have the element; otherwise its name is the misspelt one. */
function isKnown(name: string): boolean {
  return samlElements.has(localName(name));
}

/** Limits of parsing: each element searches all open ones, and each mistake costs a stack trace. */
const limits = { depth: 64, mistakes: 100 } as const;
const enough = new Error('enough was read');

function attribute({ attributes }: SaxesTagNS, name: string): string | undefined {
  return attributes[name]?.value;
}

/** The elements whose expiry counts as that of the whole metadata. */
const dated: ReadonlySet<string> = new Set(['EntityDescriptor', 'IDPSSODescriptor']);

/** An attribute within its tag; the whole tag if it is not found there. */
function attributePiece(tag: MetadataPiece, name: string, value: string): MetadataPiece {
  for (const { 0: whole, 1: found, index } of tag.text.matchAll(
    /(?<=\s)([^\s=<"'/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g,
  )) {
    const start = tag.start + index;
    if (found === name) return { text: value, start, end: start + whole.length };
  }
  return { ...tag, text: value };
}

/** The content between two positions without surrounding white space; if there is only white space, an empty range. */
function trimmed(text: string, start: number, end: number): MetadataPiece {
  const content = text.slice(start, end);
  const from = start + content.length - content.trimStart().length;
  const to = Math.max(from, start + content.trimEnd().length);
  return { text: content, start: from, end: to };
}

/** The tag that ends at a position. */
function tagBefore(text: string, position: number): MetadataPiece {
  const start = Math.max(0, text.lastIndexOf('<', position - 1));
  return { text: text.slice(start, position), start, end: position };
}

/** The internal entities of a document type. Values are literal text; nested entities are not expanded. */
function* entitiesIn(type: string): Generator<readonly [name: string, value: string]> {
  for (const [, name, , value] of type.matchAll(/<!ENTITY\s+([\w.-]+)\s+("|')([^"'<&%]*)\2\s*>/g))
    if (name !== undefined && value !== undefined) yield [name, value];
}

/** An encoding of two or four bytes a letter (XML 1.0, 4.3.3): the text would then begin with other bytes. */
function wideEncoding(text: string): MetadataPiece | undefined {
  const [declaration = '', name = ''] =
    /^\uFEFF?\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.-]+)/.exec(text) ?? [];
  const isWide = /^(?:utf-?(?:16|32)|ucs-?[24]|iso-10646-ucs)/i.test(name);
  return isWide
    ? { text: name, start: declaration.length - name.length, end: declaration.length }
    : undefined;
}

function doctypeOf(text: string): MetadataPiece {
  const start = text.indexOf('<!DOCTYPE');
  return { text: '<!DOCTYPE', start, end: start + '<!DOCTYPE'.length };
}

/** Whether the text is a web page: probably a login page saved instead of the metadata. */
export function isWebPage(text: string): boolean {
  return /^\s*<(?:!doctype html|html)\b/i.test(text);
}
