import type { TrafficAction } from '../traffic-action.ts';

export const samlAction: TrafficAction = {
  type: 'saml',
  title: 'SAML',
  doc: 'Lets only users pass who have logged in at a SAML identity provider. Announced, not generally available.',
  source: 'actions/saml',
  status: 'announced',
  phases: ['on_http_request'],
  role: 'guards',
  ends: 'on-refusal',
  effect: 'log-in',
  refusal: 302,
  oneOf: { group: 'login', code: 2239 },
  shows: 'without-secrets',
  settings: {
    idp_metadata: {
      type: 'string',
      certainty: 'schema',
      doc: 'The metadata of the identity provider, as XML.',
    },
    idp_metadata_url: {
      type: 'string',
      form: 'url',
      certainty: 'schema',
      doc: 'The URL of that metadata.',
    },
    force_authn: {
      type: 'boolean',
      default: false,
      certainty: 'schema',
      stricter: 'closing',
      doc: 'Whether users must log in again even if the provider knows them.',
    },
    allow_idp_initiated: {
      type: 'boolean',
      default: false,
      certainty: 'schema',
      stricter: 'opening',
      doc: 'Whether a login may begin at the identity provider.',
    },
    authorized_groups: {
      type: 'list',
      items: { type: 'string', doc: 'A group.' },
      certainty: 'schema',
      stricter: 'allow-list',
      doc: 'The groups whose members may pass.',
    },
    entity_id: { type: 'string', certainty: 'schema', doc: 'The entity id of the service.' },
    assertion_consumer_service_url: {
      type: 'string',
      form: 'url',
      certainty: 'schema',
      doc: 'The URL to which the provider sends its response.',
    },
  },
  rules: [
    {
      rule: 'any-of',
      settings: ['idp_metadata', 'idp_metadata_url'],
      certainty: 'schema',
      why: 'Without its metadata the identity provider is unknown.',
    },
  ],
  refusals: [2203, 2239],
};
