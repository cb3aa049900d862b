import type { Module, TextField } from '../field.ts';
import { enabled } from './enabled.ts';
import { sessionFields } from './session.ts';

/** The API's default format. */
export const defaultNameidFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

function answered(doc: string): TextField {
  return { type: 'string', form: 'opaque', readOnly: true, doc, section: '2.9' };
}

export const saml: Module = {
  shape: 'SAMLModule',
  writeShape: 'SAMLMutate',
  title: 'SAML',
  doc: 'Lets only users pass who have logged in with a SAML identity provider.',
  section: '2.9',
  note: 'saml',
  role: 'protecting',
  isLogin: true,
  fields: {
    enabled,
    ...sessionFields,
    idp_metadata: {
      type: 'string',
      form: 'saml-metadata',
      doc: "The identity provider's whole EntityDescriptor, as XML; a `$(file:path)` keeps it readable.",
      section: '2.9',
    },
    force_authn: {
      type: 'boolean',
      doc: 'When true, the identity provider must ask for credentials on every redirect, even within a valid session of its own.',
      section: '2.9',
    },
    allow_idp_initiated: {
      type: 'boolean',
      seen: true,
      doc: 'When true, the identity provider may start a login by itself; it should set RelayState to the target URL.',
      section: '2.9',
    },
    authorized_groups: {
      type: 'list',
      as: 'set',
      form: 'opaque',
      doc: 'When given, only members of one of these groups may pass.',
      section: '2.9',
    },
    nameid_format: {
      type: 'string',
      form: 'opaque',
      seen: defaultNameidFormat,
      knownValues: [
        defaultNameidFormat,
        'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
        'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
        'urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName',
      ],
      takesOnlyKnown: true,
      doc: `The name identifier format that assertions must use. ${defaultNameidFormat} when left out; only some of the formats of the SAML specification are supported.`,
      section: '2.9',
    },
    entity_id: answered("The service provider's unique id: a URL, the same as the metadata URL."),
    assertion_consumer_service_url: answered(
      'The public URL that the identity provider redirects to during a login.',
    ),
    single_logout_url: answered('The public URL of the single logout service.'),
    request_signing_certificate_pem: answered(
      'The certificate, as PEM, of the key pair that signs requests to the identity provider.',
    ),
    metadata_url: answered("The public URL of the service provider's metadata."),
  },
};
