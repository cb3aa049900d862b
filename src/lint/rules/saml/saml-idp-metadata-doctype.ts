import { rising } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';
import { isWebPage, parseSaml } from '../../../domain/saml-xml.ts';

export default {
  scope: 'resource',
  id: 'saml-idp-metadata-doctype',
  group: 'saml',
  severity: rising,
  source: 'saml',
  isMust: false,
  summary: 'The identity provider metadata has a DOCTYPE.',
  why: 'A DOCTYPE can define entities that read files or exhaust memory, so careful parsers reject it.',
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
      <!DOCTYPE EntityDescriptor>
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

    if (metadata.doctype === undefined || isWebPage(text)) return;
    report({
      at: { path, within: metadata.doctype },
      message: '`idp_metadata` has a DOCTYPE',
      help: 'delete the `<!DOCTYPE …>`',
    });
  },
} satisfies ResourceRule;
