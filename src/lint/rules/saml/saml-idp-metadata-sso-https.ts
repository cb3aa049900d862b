import { quoted } from '../../../model/problem.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';
import { parseSaml } from '../../../domain/saml-xml.ts';

export default {
  scope: 'resource',
  id: 'saml-idp-metadata-sso-https',
  group: 'saml',
  severity: recommended('warn'),
  source: 'saml',
  isMust: false,
  summary: 'The identity provider has no login URL, or one without TLS.',
  why: 'Users are redirected to this URL; without TLS an attacker on the network can read and change the login.',
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
          <KeyDescriptor use="signing">
            <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">
              <X509Data><X509Certificate>MIIBFzCBvwIULy/tUO3xJex+deGPUNm0xoLyLB4wCgYIKoZIzj0EAwIwDjEMMAoGA1UEAwwDaWRwMCAXDTI2MTEyMTA3NDExMVoYDzIxMDAxMDI0MDc0MTExWjAOMQwwCgYDVQQDDANpZHAwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQGKK9camf+hKJKtPikNUS7ZbLG1qJ8zIDFP7nXXDAf88c2Ie5+kD2Bsf4wz1x/vn5BNAlXM320tZs8MCijh60pMAoGCCqGSM49BAMCA0cAMEQCIBYMVGvuHkgs0h8HF9lCM6rNJAPQnPyl5RNeTneMoYrrAiAUCWzvBnw+Nn/dGsSwQAMlX8wplNdc3Rmw8coLWJpDXQ==</X509Certificate></X509Data>
            </KeyInfo>
          </KeyDescriptor>
          <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="http://login.example.com/sso"/>
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
  check({ spec }, report) {
    const text = activeModule(spec, 'saml')?.['idp_metadata'];
    if (typeof text !== 'string' || text.trim() === '') return;
    const metadata = parseSaml(text);
    const path = ['saml', 'idp_metadata'];

    const { problem, identityProvider, logins } = metadata;
    if (problem !== undefined || identityProvider === undefined) return;
    if (logins.length === 0) {
      report({
        at: { path, within: identityProvider },
        message: 'the identity provider has no `SingleSignOnService`',
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
  },
} satisfies ResourceRule;
