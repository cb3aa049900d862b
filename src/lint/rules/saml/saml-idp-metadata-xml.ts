import { always } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';
import { isWebPage, parseSaml, type SamlMetadata } from '../../../domain/saml-xml.ts';

export default {
  scope: 'resource',
  id: 'saml-idp-metadata-xml',
  group: 'saml',
  severity: always('error'),
  source: 'saml',
  isMust: true,
  summary: 'The identity provider metadata is not well-formed XML.',
  why: 'Metadata that is not well-formed XML cannot be read, so no user can log in.',
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
          <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://login.example.com/sso"/>
        </IDPSSODescripter>
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

    const { problem } = metadata;
    if (problem === undefined) return;
    const other = otherForm(text);
    report({
      at: other === undefined ? { path, within: problem } : { path },
      message:
        other === undefined
          ? `\`idp_metadata\` is not well-formed XML: ${said(problem)}`
          : `\`idp_metadata\` must be XML, not ${other.what}`,
      help:
        other?.help ?? problem.help ?? 'copy the metadata again, whole and as the identity provider has it',
      ...(other !== undefined || problem.other === undefined
        ? {}
        : { related: [{ path, within: problem.other, label: `${problem.other.is} here` }] }),
    });
  },
} satisfies ResourceRule;

/**
 * Our own message names both tags. The library's message may quote any text, so it is cut and its backquotes are
 * replaced.
 */
function said({ text, other }: NonNullable<SamlMetadata['problem']>): string {
  return other === undefined ? text.replaceAll('`', "'").slice(0, 55) : text;
}

const whole = 'write the whole XML `EntityDescriptor` of the identity provider';

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
