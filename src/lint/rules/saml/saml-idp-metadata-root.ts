import { quoted } from '../../../model/problem.ts';
import { always } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';
import { parseSaml, metadataNamespace } from '../../../domain/saml-xml.ts';

export default {
  scope: 'resource',
  id: 'saml-idp-metadata-root',
  group: 'saml',
  severity: always('error'),
  source: 'saml',
  isMust: true,
  summary: 'The root of the identity provider metadata is not an EntityDescriptor.',
  why: 'The API takes one EntityDescriptor in the namespace of SAML 2.0 metadata and rejects anything else.',
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
      <EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">
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
      </EntitiesDescriptor>
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

    const { root } = metadata;
    if (root === undefined || metadata.problem !== undefined) return;
    if (root.name === 'EntityDescriptor' && root.namespace === metadataNamespace) return;
    const isRightName = root.name === 'EntityDescriptor';
    const help = hints[root.name];
    report({
      at: { path, within: root },
      message: isRightName
        ? 'the `EntityDescriptor` is not in the namespace of SAML 2.0 metadata'
        : `the root must be \`EntityDescriptor\`, not ${quoted(root.name)}`,
      ...(isRightName
        ? { help: `write \`xmlns="${metadataNamespace}"\`` }
        : help === undefined
          ? {}
          : { help }),
    });
  },
} satisfies ResourceRule;

const hints: Readonly<Record<string, string>> = {
  EntitiesDescriptor:
    'these are the metadata of a federation: use the one `EntityDescriptor` of your provider',
  html: 'this is a web page: download the metadata itself',
  AuthnRequest: 'this is a SAML request: use the metadata of the identity provider',
  Response: 'this is a SAML response: use the metadata of the identity provider',
};
