import { quoted } from '../../../model/problem.ts';
import { suggestions } from '../../../text/suggest.ts';
import { supportedFormats, knownFormats } from '../../domain/values/nameid-formats.ts';
import { always } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'saml-nameid-format',
  group: 'saml',
  severity: always('error'),
  source: 'saml',
  isMust: true,
  summary: 'The name identifier format is not a SAML format.',
  why: 'The API supports only some of the formats in the SAML specification and rejects other values.',
  fix: 'unsafe',
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
          <KeyDescriptor use="signing">
            <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">
              <X509Data><X509Certificate>MIIBFzCBvwIULy/tUO3xJex+deGPUNm0xoLyLB4wCgYIKoZIzj0EAwIwDjEMMAoGA1UEAwwDaWRwMCAXDTI2MTEyMTA3NDExMVoYDzIxMDAxMDI0MDc0MTExWjAOMQwwCgYDVQQDDANpZHAwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQGKK9camf+hKJKtPikNUS7ZbLG1qJ8zIDFP7nXXDAf88c2Ie5+kD2Bsf4wz1x/vn5BNAlXM320tZs8MCijh60pMAoGCCqGSM49BAMCA0cAMEQCIBYMVGvuHkgs0h8HF9lCM6rNJAPQnPyl5RNeTneMoYrrAiAUCWzvBnw+Nn/dGsSwQAMlX8wplNdc3Rmw8coLWJpDXQ==</X509Certificate></X509Data>
            </KeyInfo>
          </KeyDescriptor>
          <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://login.example.com/sso"/>
        </IDPSSODescriptor>
      </EntityDescriptor>
    nameid_format: urn:oasis:names:tc:SAML:2.0:nameid-format:persistant
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
    nameid_format: urn:oasis:names:tc:SAML:2.0:nameid-format:transient
`,
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
      ...(meant === undefined
        ? {}
        : {
            fix: { safety: 'unsafe', title: `write \`${meant}\``, changes: [{ replace: path, with: meant }] },
          }),
    });
  },
} satisfies ResourceRule;

/** The format meant by a short name, a typo, or the URN of another SAML version. */
function meantFormat(format: string): string | undefined {
  const short = format.slice(format.lastIndexOf(':') + 1);
  const names = knownFormats.map((known) => known.slice(known.lastIndexOf(':') + 1));
  const name = names.find((one) => one.toLowerCase() === short.toLowerCase()) ?? suggestions(short, names)[0];
  return name === undefined ? undefined : knownFormats[names.indexOf(name)];
}
