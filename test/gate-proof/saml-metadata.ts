/** The metadata of an identity provider, with the certificates of those who sign for it; in one line. */
export function samlMetadata(name: string, signers: readonly string[] = [name]): string {
  const keys = signers.map((signer) => {
    const certificate = Buffer.from(`certificate of ${signer}`.repeat(8)).toString('base64');
    const info = `<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo>`;
    return `<KeyDescriptor use="signing">${info}</KeyDescriptor>`;
  });
  const service = `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://sso.${name}.test/login"/>`;
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sso.${name}.test"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}${service}</IDPSSODescriptor></EntityDescriptor>`;
}
