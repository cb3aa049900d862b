import { loginSettings } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';
import { boolVar, errorVar, objectVar, stringVar } from '../variable.ts';

const byRule = { instead: 'write a later rule on the `email` of the identity' } as const;

export const oauthAction: TrafficAction = {
  type: 'oauth',
  title: 'OAuth',
  doc: 'Lets only users pass who have logged in with an OAuth provider. Who of them may go on is decided by later rules.',
  source: 'actions/oauth',
  phases: ['on_http_request'],
  role: 'guards',
  ends: 'on-refusal',
  effect: 'log-in',
  refusal: 302,
  oneOf: { group: 'login', code: 2239 },
  shows: 'without-secrets',
  settings: {
    provider: {
      type: 'string',
      required: true,
      values: ['amazon', 'facebook', 'github', 'gitlab', 'google', 'linkedin', 'microsoft', 'twitch'],
      doc: 'The provider to log in with.',
    },
    ...loginSettings,
  },
  rules: [
    {
      rule: 'needs',
      when: { setting: 'client_secret' },
      anyOf: ['client_id'],
      code: 2240,
      why: 'Your own application is named by both.',
    },
    {
      rule: 'needs',
      when: { setting: 'client_id' },
      anyOf: ['client_secret'],
      code: 2240,
      why: 'Your own application is named by both.',
    },
    {
      rule: 'needs',
      when: { setting: 'provider', is: ['amazon', 'facebook'] },
      anyOf: ['client_id'],
      why: 'The service has no application of its own at this provider.',
    },
    {
      rule: 'needs',
      when: { setting: 'scopes' },
      anyOf: ['client_id'],
      certainty: 'assumed',
      why: "The service's own applications take no other scopes.",
    },
  ],
  results: {
    name: 'oauth',
    members: {
      error: errorVar,
      identity: objectVar('The user who has logged in.', {
        id: stringVar('The id of the identity.'),
        email: stringVar('The e-mail address.'),
        name: stringVar('The name.'),
        provider_user_id: stringVar('The id of the user at the provider.'),
        current_provider_session_id: stringVar('The id of the session.'),
      }),
      access_token: stringVar('The access token of the provider.'),
      refresh_token: stringVar('The refresh token of the provider.'),
      expires_at: stringVar('When the access token expires.'),
      session_timed_out: boolVar('Whether the session was idle for too long.'),
      session_max_duration_reached: boolVar('Whether the session has lasted its longest.'),
      userinfo_refreshed: boolVar('Whether the user was looked up again.'),
    },
  },
  otherNames: ['oauth2'],
  otherKeys: {
    providers: 'provider',
    scope: 'scopes',
    idle_session_duration: 'idle_session_timeout',
    email_addresses: byRule,
    email_domains: byRule,
    allow_emails: byRule,
  },
  refusals: [2203, 2222, 2223, 2225, 2239, 2240, 2241, 2242, 2243],
};
