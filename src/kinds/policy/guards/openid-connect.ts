import { loginSettings } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';
import { boolVar, errorVar, objectVar, stringVar } from '../variable.ts';

const { idle_session_timeout, ...shared } = loginSettings;

export const openidConnectAction: TrafficAction = {
  type: 'openid-connect',
  title: 'OpenID Connect',
  doc: 'Lets only users pass who have logged in at an OpenID Connect provider.',
  source: 'actions/oidc',
  phases: ['on_http_request'],
  role: 'guards',
  ends: 'on-refusal',
  effect: 'log-in',
  refusal: 302,
  oneOf: { group: 'login', code: 2239 },
  shows: 'without-secrets',
  settings: {
    issuer_url: {
      type: 'string',
      form: 'url',
      required: true,
      schemes: ['https'],
      doc: 'The URL of the provider, without the path of its discovery document.',
    },
    ...shared,
    idle_session_duration: { ...idle_session_timeout },
    idle_session_timeout: { ...idle_session_timeout, certainty: 'observed' },
  },
  rules: [
    {
      rule: 'needs',
      when: { setting: 'client_secret' },
      anyOf: ['client_id'],
      code: 2240,
      why: 'Your application is named by both.',
    },
    {
      rule: 'needs',
      when: { setting: 'client_id' },
      anyOf: ['client_secret'],
      code: 2240,
      why: 'Your application is named by both.',
    },
    {
      rule: 'any-of',
      settings: ['client_id', 'client_secret'],
      certainty: 'assumed',
      why: 'The service has no application of its own at such a provider.',
    },
  ],
  results: {
    name: 'oidc',
    members: {
      error: errorVar,
      identity: objectVar('The user who has logged in.', {
        id: stringVar('The id of the identity.'),
        email: stringVar('The e-mail address.'),
        name: stringVar('The name.'),
        provider_user_id: stringVar('The id of the user at the provider.'),
        current_session_id: stringVar('The id of the session.'),
      }),
      identity_token: stringVar('The identity token of the provider.'),
      access_token: stringVar('The access token of the provider.'),
      refresh_token: stringVar('The refresh token of the provider.'),
      expires_at: stringVar('When the access token expires.'),
      session_timed_out: boolVar('Whether the session was idle for too long.'),
      session_max_duration_reached: boolVar('Whether the session has lasted its longest.'),
      user_info_refreshed: boolVar('Whether the user was looked up again.'),
      userinfo_refreshed: boolVar('Whether the user was looked up again.'),
    },
  },
  otherNames: ['oidc'],
  otherKeys: { scope: 'scopes', issuer: 'issuer_url', provider: 'issuer_url' },
  refusals: [2203, 2222, 2223, 2225, 2226, 2227, 2239, 2240, 2241, 2242, 2243],
};
