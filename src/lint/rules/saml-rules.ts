import { activeModule } from '../../derive/module-state.ts';
import { isWebPage, metadataNamespace, parseSaml, type SamlMetadata } from '../domain/values/saml-xml.ts';
import { defaultNameidFormat, saml } from '../../kinds/modules/login-modules.ts';
import type { Value } from '../../model/value.ts';
import { isInvisible } from '../../text/hidden-characters.ts';
import { suggestions } from '../../text/suggest.ts';
import { always, recommended, resourceRules, rising, strictOnly } from '../rule-group.ts';
import { isWritten, isGiven } from '../domain/specs/written.ts';
import { inclusionOf } from '../domain/values/file-inclusion.ts';
import { onRoute, inside } from '../rule-examples.ts';
import { type ResourceRule, type RuleContext, type TakeFinding } from '../rule.ts';
import { X509Certificate } from 'node:crypto';
import { quoted } from '../../text/quoted.ts';
import { deletion, replacement } from '../fix-request.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

const namespace = `xmlns="${metadataNamespace}"`;
const protocol = 'protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"';
const certificate =
  'MIIBFzCBvwIULy/tUO3xJex+deGPUNm0xoLyLB4wCgYIKoZIzj0EAwIwDjEMMAoGA1UEAwwDaWRwMCAXDTI2MTEyMTA3NDExMVoYDzIxMDAxMDI0MDc0MTExWjAOMQwwCgYDVQQDDANpZHAwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQGKK9camf+hKJKtPikNUS7ZbLG1qJ8zIDFP7nXXDAf88c2Ie5+kD2Bsf4wz1x/vn5BNAlXM320tZs8MCijh60pMAoGCCqGSM49BAMCA0cAMEQCIBYMVGvuHkgs0h8HF9lCM6rNJAPQnPyl5RNeTneMoYrrAiAUCWzvBnw+Nn/dGsSwQAMlX8wplNdc3Rmw8coLWJpDXQ==';
const login =
  '<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://login.example.com/sso"/>';
const signingKey = element(
  'KeyDescriptor use="signing"',
  ...element(
    'KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"',
    `<X509Data><X509Certificate>${certificate}</X509Certificate></X509Data>`,
  ),
);
const metadata = entity(...provider(...signingKey, login));

const path = ['saml', 'idp_metadata'];
const wholeAgain = 'copy the whole content of `X509Certificate` from the metadata of the identity provider';

const hints: Readonly<Record<string, string>> = {
  EntitiesDescriptor:
    'these are the metadata of a federation: use the one `EntityDescriptor` of your provider',
  html: 'this is a web page: download the metadata itself',
  AuthnRequest: 'this is a SAML request: use the metadata of the identity provider',
  Response: 'this is a SAML response: use the metadata of the identity provider',
};

const whole = 'write the whole XML `EntityDescriptor` of the identity provider';

export const samlRules = resourceRules(
  { group: 'saml', source: 'saml', kinds: ['https-route'], fields: ['saml'] },
  {
    'saml-authorized-groups-empty': {
      severity: recommended('warn'),
      summary: 'The list of authorized groups is empty.',
      why: 'Whether an empty list locks out every user or none is not documented.',
      bad: withSaml('authorized_groups: []'),
      good: withSaml('authorized_groups: [staff]'),
      check({ spec }, report) {
        const groups = activeModule(spec, 'saml')?.['authorized_groups'];
        if (!Array.isArray(groups) || groups.some((group) => isGiven(group as Value))) return;
        report({
          at: { path: ['saml', 'authorized_groups'] },
          message: '`authorized_groups` is empty: it may lock out every user',
          help: 'name the groups that may pass, or take the list out',
        });
      },
    },
    'saml-idp-initiated': {
      severity: strictOnly('info'),
      summary: 'The identity provider may start a login.',
      why: "The service accepts logins that it did not request, so a link can log a user in to an attacker's account.",
      bad: withSaml('allow_idp_initiated: true'),
      good: withSaml('allow_idp_initiated: false'),
      check({ spec }, report) {
        if (activeModule(spec, 'saml')?.['allow_idp_initiated'] !== true) return;
        report({
          at: { path: ['saml', 'allow_idp_initiated'] },
          message: 'unsolicited logins are accepted',
        });
      },
    },
    'saml-idp-metadata-cert': {
      severity: recommended('warn'),
      summary: 'The identity provider has no valid signing certificate.',
      why: 'Logins are verified with this certificate; without a valid one no user can log in.',
      bad: withMetadata(entity(...provider(login))),
      good: withSaml(),
      check: ofMetadata(
        ({ problem, identityProvider, certificates, validUntil: ends }, report, { hasPassed }) => {
          if (problem !== undefined || identityProvider === undefined) return;
          if (certificates.length === 0) {
            report({
              at: { path, within: identityProvider },
              message: 'the identity provider has no signing certificate',
              help: 'add the `KeyDescriptor` with `use="signing"` from its metadata',
            });
          }
          const checked = certificates.map((certificate) => ({
            certificate,
            ...check(certificate.text, hasPassed),
          }));
          const isCovered = checked.some(({ mistake }) => mistake === undefined);
          for (const { certificate, mistake, isExpired, help = wholeAgain } of checked) {
            if (mistake === undefined) continue;
            // During a key rollover an expired certificate may remain beside the new one.
            const lower = isExpired && isCovered ? { severity: 'info' as const } : {};
            report({ at: { path, within: certificate }, message: mistake, help, ...lower });
          }
          for (const validUntil of ends) {
            const end = isTime.test(validUntil.text) ? Date.parse(inUtc(validUntil.text)) : Number.NaN;
            if (Number.isNaN(end)) {
              report({
                at: { path, within: validUntil },
                message: `\`validUntil\` is ${quoted(validUntil.text)}, which is not a time`,
                help: 'copy the metadata again, or write a time such as `2030-01-31T00:00:00Z`',
              });
            }
            if (!hasPassed(end)) continue;
            report({
              at: { path, within: validUntil },
              message: `the metadata was valid until ${quoted(validUntil.text)}`,
              help: 'download the current metadata from the identity provider',
            });
          }
        },
      ),
    },
    'saml-idp-metadata-doctype': {
      severity: rising,
      summary: 'The identity provider metadata has a DOCTYPE.',
      why: 'A DOCTYPE can define entities that read files or exhaust memory, so careful parsers reject it.',
      bad: withMetadata(['<!DOCTYPE EntityDescriptor>', ...metadata]),
      good: withSaml(),
      check: ofMetadata(({ text, doctype }, report) => {
        if (doctype === undefined || isWebPage(text)) return;
        report({
          at: { path, within: doctype },
          message: '`idp_metadata` has a DOCTYPE',
          help: 'delete the `<!DOCTYPE …>`',
        });
      }),
    },
    'saml-idp-metadata-required': {
      severity: rising,
      summary: 'SAML has no identity provider metadata.',
      why: 'Without the metadata of the identity provider no user can log in.',
      bad: onRoute('saml: { force_authn: true }'),
      good: withSaml(),
      check(subject, report, context) {
        const module = activeModule(subject.spec, 'saml');
        const metadata = module?.['idp_metadata'];
        const isBlank = typeof metadata === 'string' && metadata.trim() === '';
        if (module === undefined || (metadata !== undefined && !isBlank)) return;
        if (!isBlank && isWritten(subject, path, context)) return;
        report({
          at: isBlank ? { path } : { path: ['saml'], on: 'key' },
          message: '`saml` has no `idp_metadata`',
          help: "put the identity provider's EntityDescriptor into a file: `idp_metadata: $(file:saml/idp.xml)`",
        });
      },
    },
    'saml-idp-metadata-role': {
      severity: recommended('warn'),
      summary: 'The metadata does not describe an identity provider.',
      why: 'Without an `IDPSSODescriptor` the service does not know where to send users, so no user can log in.',
      bad: withMetadata(entity(...element(`SPSSODescriptor ${protocol}`))),
      good: withSaml(),
      check: ofMetadata(({ root, identityProvider, problem }, report) => {
        if (problem !== undefined || root?.name !== 'EntityDescriptor' || identityProvider !== undefined)
          return;
        // A wrong namespace is reported by another rule.
        if (root.namespace !== metadataNamespace) return;
        report({
          at: { path, within: root },
          message: '`idp_metadata` has no `IDPSSODescriptor`: it does not describe an identity provider',
          help: "paste the identity provider's metadata, not the service's",
        });
      }),
    },
    'saml-idp-metadata-root': {
      severity: always('error'),
      isMust: true,
      summary: 'The root of the identity provider metadata is not an EntityDescriptor.',
      why: 'The API takes one EntityDescriptor in the namespace of SAML 2.0 metadata and rejects anything else.',
      bad: withMetadata(element(`EntitiesDescriptor ${namespace}`, ...metadata)),
      good: withSaml(),
      check: ofMetadata(({ root, problem }, report) => {
        if (root === undefined || problem !== undefined) return;
        if (root.name === 'EntityDescriptor' && root.namespace === metadataNamespace) return;
        const isRightName = root.name === 'EntityDescriptor';
        const help = hints[root.name];
        report({
          at: { path, within: root },
          message: isRightName
            ? 'the `EntityDescriptor` is not in the namespace of SAML 2.0 metadata'
            : `the root must be \`EntityDescriptor\`, not ${quoted(root.name)}`,
          ...(isRightName ? { help: `write \`xmlns="${metadataNamespace}"\`` } : withoutUndefined({ help })),
        });
      }),
    },
    'saml-idp-metadata-sso-https': {
      severity: recommended('warn'),
      summary: 'The identity provider has no login URL for browsers, or one without TLS.',
      why: 'Users are redirected to this URL; without TLS an attacker on the network can read and change the login.',
      fix: 'unsafe',
      bad: withMetadata(entity(...provider(...signingKey, login.replace('https', 'http')))),
      good: withSaml(),
      check: ofMetadata(({ problem, identityProvider, logins }, report) => {
        if (problem !== undefined || identityProvider === undefined) return;
        if (logins.length === 0) {
          report({
            at: { path, within: identityProvider },
            message: 'the identity provider has no `SingleSignOnService`',
          });
        }
        const [first] = logins;
        if (first !== undefined && !logins.some(({ binding }) => browserBindings.includes(binding.text))) {
          const { binding } = first;
          const short = shortBinding(binding.text);
          const names = browserBindings.map(shortBinding);
          const meant = names.includes(short) ? short : suggestions(short, names)[0];
          const attribute = `Binding="${browserBindings[names.indexOf(meant ?? '')] ?? ''}"`;
          report({
            at: { path, within: binding },
            message:
              binding.text === ''
                ? 'a `SingleSignOnService` has no `Binding`'
                : `browsers cannot log in with the binding ${quoted(short)}`,
            why: 'The service sends users to the identity provider with a redirect or a form; other bindings are for programs.',
            help: 'add the `SingleSignOnService` with the binding `HTTP-Redirect` or `HTTP-POST` from its metadata',
            fix:
              meant === undefined
                ? undefined
                : {
                    safety: 'unsafe',
                    title: `write \`${attribute}\``,
                    changes: [{ reword: path, within: binding, to: attribute }],
                  },
          });
        }
        for (const login of logins) {
          if (login.text.toLowerCase().startsWith('https://')) continue;
          report({
            at: { path, within: login },
            message:
              login.text === ''
                ? 'a `SingleSignOnService` has no `Location`'
                : `users log in at ${quoted(login.text)}, without TLS`,
          });
        }
      }),
    },
    'saml-idp-metadata-xml': {
      severity: always('error'),
      isMust: true,
      summary: 'The identity provider metadata is not well-formed XML.',
      why: 'Metadata that is not well-formed XML cannot be read, so no user can log in.',
      fix: 'unsafe',
      bad: withMetadata(metadata.map((line) => line.replace('</IDPSSODescriptor>', '</IDPSSODescripter>'))),
      good: withSaml(),
      check: ofMetadata(({ text, problem, encoding }, report) => {
        if (encoding !== undefined && problem === undefined) {
          report({
            at: { path, within: encoding },
            message: `\`idp_metadata\` declares the encoding ${quoted(encoding.text)}, but is sent as UTF-8`,
            fix: {
              safety: 'unsafe',
              title: 'write `UTF-8`',
              changes: [{ reword: path, within: encoding, to: 'UTF-8' }],
            },
          });
        }
        if (problem === undefined) return;
        const fix = inclusionOf(path, text);
        const other = otherForm(text);
        report({
          at: other === undefined ? { path, within: problem } : { path },
          message:
            other === undefined
              ? `\`idp_metadata\` is not well-formed XML: ${said(problem)}`
              : `\`idp_metadata\` must be XML, not ${other.what}`,
          help:
            fix === undefined
              ? (other?.help ??
                problem.help ??
                'copy the metadata again, whole and as the identity provider has it')
              : undefined,
          related:
            other !== undefined || problem.other === undefined
              ? undefined
              : [{ path, within: problem.other, label: `${problem.other.is} here` }],
          fix,
        });
      }),
    },
    'saml-nameid-default': {
      severity: strictOnly('info'),
      isMust: true,
      judgesBodies: false,
      summary: 'The name identifier format is the default.',
      why: 'This is the default of the API, so the line changes nothing.',
      fix: 'safe',
      bad: withSaml('nameid_format: urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'),
      good: withSaml('nameid_format: urn:oasis:names:tc:SAML:2.0:nameid-format:transient'),
      check({ spec }, report) {
        if (activeModule(spec, 'saml')?.['nameid_format'] !== defaultNameidFormat) return;
        const path = ['saml', 'nameid_format'];
        report({
          at: { path, on: 'entry' },
          message: '`nameid_format` is the default',
          fix: deletion('safe', path, '`nameid_format`'),
        });
      },
    },
    'saml-nameid-format': {
      severity: always('error'),
      isMust: true,
      summary: 'The name identifier format is not a SAML format.',
      why: 'The API supports only some of the formats in the SAML specification and rejects other values.',
      fix: 'unsafe',
      bad: withSaml('nameid_format: urn:oasis:names:tc:SAML:2.0:nameid-format:persistant'),
      good: withSaml('nameid_format: urn:oasis:names:tc:SAML:2.0:nameid-format:transient'),
      check({ spec }, report) {
        const format = activeModule(spec, 'saml')?.['nameid_format'];
        if (typeof format !== 'string' || format === '' || supportedFormats.includes(format)) return;
        const path = ['saml', 'nameid_format'];
        if (knownFormats.includes(format)) {
          const message = `\`${format.slice(format.lastIndexOf(':') + 1)}\` is a SAML format that the service may not support`;
          report({ at: { path }, message, severity: 'info' });
          return;
        }
        const meant = meantFormat(format);
        report({
          at: { path },
          message: `${quoted(format)} is not a SAML name identifier format`,
          help: 'supported are `persistent`, `transient`, `emailAddress`, `unspecified` and `X509SubjectName`, as URNs',
          fix: meant === undefined ? undefined : replacement('unsafe', path, meant, `write \`${meant}\``),
        });
      },
    },
  },
);

/** SAML has UTC everywhere; without the `Z` a time would depend on the zone of the machine. */
function inUtc(time: string): string {
  return /T[\d:.]+$/.test(time) ? `${time}Z` : time;
}

/** A check of metadata. Blank metadata is reported by a rule of its own. */
function ofMetadata(
  check: (
    metadata: SamlMetadata & { readonly text: string },
    report: TakeFinding,
    context: RuleContext,
  ) => void,
): ResourceRule['check'] {
  return ({ spec }, report, context) => {
    const text = activeModule(spec, 'saml')?.['idp_metadata'];
    if (typeof text === 'string' && text.trim() !== '') check({ ...parseSaml(text), text }, report, context);
  };
}

interface CheckedCertificate {
  readonly mistake: string | undefined;
  readonly isExpired: boolean;
  readonly help?: string;
}

function check(base64: string, hasPassed: RuleContext['hasPassed']): CheckedCertificate {
  const wrong = (mistake: string): CheckedCertificate => ({ mistake, isExpired: false });
  if (base64 === '') return wrong('the signing certificate is empty');
  if (base64.startsWith('-----BEGIN'))
    return {
      ...wrong('the signing certificate has PEM lines around its base64'),
      help: 'delete the lines `-----BEGIN CERTIFICATE-----` and `-----END CERTIFICATE-----`',
    };
  const odd = /[^A-Za-z0-9+/=]/u.exec(base64);
  if (odd !== null)
    return wrong(`the signing certificate is not base64: it contains ${shownCharacter(odd[0])}`);
  if (!/^[^=]*={0,2}$/.test(base64) || base64.length % 4 !== 0)
    return wrong('the signing certificate is not base64: it is cut off or incomplete');
  try {
    const { validTo } = new X509Certificate(Buffer.from(base64, 'base64'));
    const end = new Date(validTo);
    if (!hasPassed(end.getTime())) return { mistake: undefined, isExpired: false };
    return {
      mistake: `the signing certificate expired on ${end.toISOString().slice(0, 10)}`,
      isExpired: true,
      help: 'download the current metadata from the identity provider',
    };
  } catch {
    return wrong(notCertificate(Buffer.from(base64, 'base64')));
  }
}

/** A DER certificate starts with its length (X.690 8.1.3), which tells whether it is truncated. */
function notCertificate(bytes: Buffer): string {
  const [tag, form, high = 0, low = 0] = bytes;
  const statedLength = bytes.length > 3 && tag === 0x30 && form === 0x82 ? 4 + high * 256 + low : 0;
  return statedLength > bytes.length
    ? `the signing certificate is cut off: ${bytes.length} of ${statedLength} bytes`
    : 'the signing certificate is base64, but not a certificate';
}

function shownCharacter(character: string): string {
  return isInvisible(character) ? 'an invisible character' : quoted(character);
}

/**
 * Our own message names both tags. The library's message may quote any text, so it is cut and its backquotes are
 * replaced.
 */
function said({ text, other }: NonNullable<SamlMetadata['problem']>): string {
  return other === undefined ? text.replaceAll('`', "'").slice(0, 55) : text;
}

/** Recognizes other content pasted in place of the metadata. */
function otherForm(text: string): { readonly what: string; readonly help: string } | undefined {
  const start = text.trim();
  if (/^https?:\/\/\S+$/.test(start))
    return { what: 'a URL', help: 'download what is there into a file, and write `$(file:saml/idp.xml)`' };
  if (isWebPage(start))
    return { what: 'a web page', help: 'download the metadata itself: its root is `EntityDescriptor`' };
  if (start.startsWith('-----BEGIN')) return { what: 'a certificate in PEM', help: whole };
  if (/^[{[]/.test(start)) return { what: 'JSON', help: whole };
  return start.startsWith('<') ? undefined : { what: 'plain text', help: whole };
}

/** The format meant by a short name, a typo, or the URN of another SAML version. */
function meantFormat(format: string): string | undefined {
  const short = format.slice(format.lastIndexOf(':') + 1);
  const names = knownFormats.map((known) => known.slice(known.lastIndexOf(':') + 1));
  const name =
    names.find((candidate) => candidate.toLowerCase() === short.toLowerCase()) ??
    suggestions(short, names)[0];
  return name === undefined ? undefined : knownFormats[names.indexOf(name)];
}

/** A route with the metadata that nothing is reported about, and one more key of `saml`. */
function withSaml(key = ''): string {
  return withMetadata(metadata, key);
}

function withMetadata(lines: readonly string[], key = ''): string {
  return onRoute(inside('saml', 'idp_metadata: |', ...lines.map((line) => `  ${line}`), key));
}

function entity(...content: readonly string[]): readonly string[] {
  return element(`EntityDescriptor ${namespace} entityID="https://login.example.com"`, ...content);
}

function provider(...content: readonly string[]): readonly string[] {
  return element(`IDPSSODescriptor ${protocol}`, ...content);
}

/** The lines of an element, of which the start tag holds the name and the attributes. */
function element(start: string, ...content: readonly string[]): readonly string[] {
  return [`<${start}>`, ...content.map((line) => `  ${line}`), `</${start.split(' ', 1)[0] ?? ''}>`];
}

/** The bindings with which a browser carries a request for a login (SAML 2.0 bindings, 3). */
const browserBindings: readonly string[] = [
  'HTTP-Redirect',
  'HTTP-POST',
  'HTTP-POST-SimpleSign',
  'HTTP-Artifact',
].map((name) => `urn:oasis:names:tc:SAML:2.0:bindings:${name}`);

function shortBinding(binding: string): string {
  return binding.slice(binding.lastIndexOf(':') + 1);
}

/** A time of XML Schema. */
const isTime = /^-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/;

const field = saml.fields['nameid_format'];

/** The formats that similar services were observed to accept. The API says only that it supports "a subset". */
const supportedFormats: readonly string[] =
  field?.type === 'string' && field.knownValues !== undefined ? field.knownValues : [];

/** All formats that the SAML 2.0 core specification names (8.3). */
const knownFormats: readonly string[] = [
  ...supportedFormats,
  'urn:oasis:names:tc:SAML:1.1:nameid-format:WindowsDomainQualifiedName',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:encrypted',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:entity',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos',
];
