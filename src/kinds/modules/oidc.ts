import type { Module } from '../field.ts';
import { enabled } from './enabled.ts';
import { sessionFields } from './session.ts';

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
      section: '2.9',
    },
    client_id: {
      type: 'string',
      form: 'opaque',
      doc: "The client id of the OIDC app; it is also the audience of the provider's tokens.",
      section: '2.9',
    },
    client_secret: {
      type: 'string',
      form: 'opaque',
      secret: true,
      impliedBy: 'client_id',
      doc: 'The client secret of the OIDC app, as `$(secret:NAME)`.',
      section: '2.9',
    },
    scopes: {
      type: 'list',
      as: 'set',
      form: 'opaque',
      doc: 'The scopes to ask the identity provider for; `openid` is one of them.',
      section: '2.9',
    },
  },
};
