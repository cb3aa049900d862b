import { quoted } from '../../../model/problem.ts';
import { isInvisible } from '../../../text/hidden-characters.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule, RuleContext } from '../../rule.ts';
import { parseSaml } from '../../../domain/saml-xml.ts';
import { X509Certificate } from 'node:crypto';

export default {
  scope: 'resource',
  id: 'saml-idp-metadata-cert',
  group: 'saml',
  severity: recommended('warn'),
  source: 'saml',
  isMust: false,
  summary: 'The identity provider has no valid signing certificate.',
  why: 'Logins are verified with this certificate; without a valid one no user can log in.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['saml'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  saml:
    idp_metadata: |
      <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://login.example.com">
        <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
          <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://login.example.com/sso"/>
        </IDPSSODescriptor>
      </EntityDescriptor>
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  saml:
    idp_metadata: |
      <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://login.example.com">
        <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
          <KeyDescriptor use="signing">
            <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">
              <X509Data><X509Certificate>MIIBFzCBvwIULy/tUO3xJex+deGPUNm0xoLyLB4wCgYIKoZIzj0EAwIwDjEMMAoGA1UEAwwDaWRwMCAXDTI2MTEyMTA3NDExMVoYDzIxMDAxMDI0MDc0MTExWjAOMQwwCgYDVQQDDANpZHAwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQGKK9camf+hKJKtPikNUS7ZbLG1qJ8zIDFP7nXXDAf88c2Ie5+kD2Bsf4wz1x/vn5BNAlXM320tZs8MCijh60pMAoGCCqGSM49BAMCA0cAMEQCIBYMVGvuHkgs0h8HF9lCM6rNJAPQnPyl5RNeTneMoYrrAiAUCWzvBnw+Nn/dGsSwQAMlX8wplNdc3Rmw8coLWJpDXQ==</X509Certificate></X509Data>
            </KeyInfo>
          </KeyDescriptor>
          <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://login.example.com/sso"/>
        </IDPSSODescriptor>
      </EntityDescriptor>
`,
  check({ spec }, report, { hasPassed }) {
    const text = activeModule(spec, 'saml')?.['idp_metadata'];
    if (typeof text !== 'string' || text.trim() === '') return;
    const { problem, identityProvider, certificates, validUntil: ends } = parseSaml(text);
    const path = ['saml', 'idp_metadata'];
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
      if (!hasPassed(Date.parse(inUtc(validUntil.text)))) continue;
      report({
        at: { path, within: validUntil },
        message: `the metadata was valid until ${quoted(validUntil.text)}`,
        help: 'download the current metadata from the identity provider',
      });
    }
  },
} satisfies ResourceRule;

/** SAML has UTC everywhere; without the `Z` a time would depend on the zone of the machine. */
function inUtc(time: string): string {
  return /T[\d:.]+$/.test(time) ? `${time}Z` : time;
}

interface CheckedCertificate {
  readonly mistake: string | undefined;
  readonly isExpired: boolean;
  readonly help?: string;
}

const wholeAgain = 'copy the whole content of `X509Certificate` from the metadata of the identity provider';

function check(base64: string, hasPassed: RuleContext['hasPassed']): CheckedCertificate {
  const wrong = (mistake: string): CheckedCertificate => ({ mistake, isExpired: false });
  if (base64 === '') return wrong('the signing certificate is empty');
  if (base64.startsWith('-----BEGIN'))
    return {
      ...wrong('the signing certificate has PEM lines around its base64'),
      help: 'delete the lines `-----BEGIN CERTIFICATE-----` and `-----END CERTIFICATE-----`',
    };
  const odd = /[^A-Za-z0-9+/=]/u.exec(base64);
  if (odd !== null) return wrong(`the signing certificate is not base64: it contains ${shown(odd[0])}`);
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
  const said = bytes.length > 3 && tag === 0x30 && form === 0x82 ? 4 + high * 256 + low : 0;
  return said > bytes.length
    ? `the signing certificate is cut off: ${bytes.length} of ${said} bytes`
    : 'the signing certificate is base64, but not a certificate';
}

function shown(character: string): string {
  return isInvisible(character) ? 'an invisible character' : quoted(character);
}
