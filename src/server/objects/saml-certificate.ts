/**
 * A self-signed certificate (P-256, CN=Edgewright local API) in place of the one that signs SAML requests in the real
 * service. Its private key was not kept: the mock API signs nothing.
 */
export const samlCertificate = `-----BEGIN CERTIFICATE-----
MIIBLTCB1QIIRWRnZXdyaWcwCgYIKoZIzj0EAwIwHzEdMBsGA1UEAwwURWRnZXdy
aWdodCBsb2NhbCBBUEkwIBcNMjQwMTAxMDAwMDAwWhgPMjEyNDAxMDEwMDAwMDBa
MB8xHTAbBgNVBAMMFEVkZ2V3cmlnaHQgbG9jYWwgQVBJMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEq6reMdQ3BxBb1xdj6bpK6c9U3daBbraX9v+w1TlI8jt1/s4f
ik8a2uZtM0gGyzdwoGPwLhFYd6fIeFOBa4AP3DAKBggqhkjOPQQDAgNHADBEAiBZ
/vRsPWleSan4mMABqvQgZcemkVODhaTDv2rzifpLHAIgfDTbJKIZFC2C7qFMPoTQ
tf7/UxDGkaqt3zomJN2SAAU=
-----END CERTIFICATE-----
`;
