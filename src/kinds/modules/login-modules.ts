import { enabled } from '../common-fields.ts';
import type { BooleanField, Fields, Module, NumberField, ObjectField, TextField } from '../field.ts';

/** Fields shared by the modules that keep a login session. */
export const sessionFields: {
  readonly options_passthrough: BooleanField;
  readonly cookie_prefix: TextField;
  readonly inactivity_timeout: NumberField;
  readonly maximum_duration: NumberField;
} = {
  options_passthrough: {
    type: 'boolean',
    doc: 'When true, HTTP OPTIONS requests pass without a login, which CORS needs.',
  },
  cookie_prefix: {
    type: 'string',
    form: 'cookie-prefix',
    doc: 'The prefix of the name of the session cookie. The service has a default that ends in a dot.',
  },
  inactivity_timeout: {
    type: 'uint32',
    unit: 'seconds',
    doc: 'After how much inactivity the user must log in again. In seconds.',
  },
  maximum_duration: {
    type: 'uint32',
    unit: 'seconds',
    doc: 'After how much time in all the user must log in again. In seconds.',
  },
};

const app: Fields = {
  client_id: {
    type: 'string',
    form: 'opaque',
    doc: "The client id of your own OAuth app. When left out, the service's managed app is used, with additional restrictions; when given, `client_secret` must be given too.",
  },
  client_secret: {
    type: 'string',
    form: 'opaque',
    secret: true,
    impliedBy: 'client_id',
    doc: 'The client secret of your own OAuth app, as `$(secret:NAME)`.',
  },
  scopes: {
    type: 'list',
    as: 'set',
    form: 'opaque',
    doc: 'OAuth scopes to ask for, as the provider names them. Only with your own app: both `client_id` and `client_secret` must be given.',
  },
  email_addresses: {
    type: 'list',
    as: 'set',
    form: 'email',
    doc: 'The e-mail addresses of the users who may pass.',
  },
  email_domains: {
    type: 'list',
    as: 'set',
    form: 'email-domain',
    doc: 'The e-mail domains whose users may pass, such as `example.com`.',
  },
};

const githubOnly: Fields = {
  teams: {
    type: 'list',
    as: 'set',
    form: 'team',
    doc: 'Teams whose members may pass, as `<org>/<team>` in slug form. Membership in any one is enough.',
  },
  organizations: {
    type: 'list',
    as: 'set',
    form: 'organization',
    doc: 'Organizations whose members may pass, as slugs. Membership in any one is enough.',
  },
};

function member(title: string, extra: Fields = {}): ObjectField {
  return {
    type: 'object',
    doc: `Login with ${title}, and who may pass.`,
    fields: { ...app, ...extra },
  };
}

export const oauth: Module = {
  shape: 'OAuthModule',
  writeShape: 'OAuthModule',
  title: 'OAuth',
  doc: 'Lets only users pass who have logged in with an OAuth provider.',
  section: '2.9',
  note: 'oauth',
  role: 'protecting',
  isLogin: true,
  fields: {
    enabled,
    provider: {
      type: 'object',
      doc: 'The provider to log in with: one member, named after it, that holds its configuration.',
      fields: {
        github: member('GitHub', githubOnly),
        facebook: member('Facebook'),
        microsoft: member('Microsoft'),
        google: member('Google'),
        linkedin: member('LinkedIn'),
        gitlab: member('GitLab'),
        twitch: member('Twitch'),
        amazon: member('Amazon'),
      },
    },
    ...sessionFields,
    cookie_prefix: { ...sessionFields.cookie_prefix, seen: 'edge.' },
    auth_check_interval: {
      type: 'uint32',
      unit: 'seconds',
      doc: 'How often the identity provider is asked whether the user may still pass: the preferred bound on how long a revoked user keeps access. OAuth only. In seconds.',
    },
  },
};

export const oidc: Module = {
  shape: 'OIDCModule',
  writeShape: 'OIDCModule',
  title: 'OpenID Connect',
  doc: 'Lets only users pass who have logged in with an OpenID Connect provider.',
  section: '2.9',
  note: 'oidc',
  role: 'protecting',
  isLogin: true,
  fields: {
    enabled,
    ...sessionFields,
    issuer: {
      type: 'string',
      form: 'issuer-url',
      doc: 'The URL of the OpenID provider: the base URL for discovery, without `/.well-known/openid-configuration`.',
    },
    client_id: {
      type: 'string',
      form: 'opaque',
      doc: "The client id of the OIDC app; it is also the audience of the provider's tokens.",
    },
    client_secret: {
      type: 'string',
      form: 'opaque',
      secret: true,
      impliedBy: 'client_id',
      doc: 'The client secret of the OIDC app, as `$(secret:NAME)`.',
    },
    scopes: {
      type: 'list',
      as: 'set',
      form: 'opaque',
      doc: 'The scopes to ask the identity provider for; `openid` is one of them.',
    },
  },
};

/** The API's default format. */
export const defaultNameidFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

function answered(doc: string): TextField {
  return { type: 'string', form: 'opaque', readOnly: true, doc };
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
    },
    force_authn: {
      type: 'boolean',
      doc: 'When true, the identity provider must ask for credentials on every redirect, even within a valid session of its own.',
    },
    allow_idp_initiated: {
      type: 'boolean',
      seen: true,
      doc: 'When true, the identity provider may start a login by itself; it should set RelayState to the target URL.',
    },
    authorized_groups: {
      type: 'list',
      as: 'set',
      form: 'opaque',
      doc: 'When given, only members of one of these groups may pass.',
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
