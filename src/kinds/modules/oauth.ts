import type { Fields, Module, ObjectField } from '../field.ts';
import { enabled } from './enabled.ts';
import { sessionFields } from './session.ts';

const app: Fields = {
  client_id: {
    type: 'string',
    form: 'opaque',
    doc: "The client id of your own OAuth app. When left out, the service's managed app is used, with additional restrictions; when given, `client_secret` must be given too.",
    section: '2.9',
  },
  client_secret: {
    type: 'string',
    form: 'opaque',
    secret: true,
    impliedBy: 'client_id',
    doc: 'The client secret of your own OAuth app, as `$(secret:NAME)`.',
    section: '2.9',
  },
  scopes: {
    type: 'list',
    as: 'set',
    form: 'opaque',
    doc: 'OAuth scopes to ask for, as the provider names them. Only with your own app: both `client_id` and `client_secret` must be given.',
    section: '2.9',
  },
  email_addresses: {
    type: 'list',
    as: 'set',
    form: 'email',
    doc: 'The e-mail addresses of the users who may pass.',
    section: '2.9',
  },
  email_domains: {
    type: 'list',
    as: 'set',
    form: 'email-domain',
    doc: 'The e-mail domains whose users may pass, such as `example.com`.',
    section: '2.9',
  },
};

const githubOnly: Fields = {
  teams: {
    type: 'list',
    as: 'set',
    form: 'team',
    doc: 'Teams whose members may pass, as `<org>/<team>` in slug form. Membership in any one is enough.',
    section: '2.9',
  },
  organizations: {
    type: 'list',
    as: 'set',
    form: 'organization',
    doc: 'Organizations whose members may pass, as slugs. Membership in any one is enough.',
    section: '2.9',
  },
};

function member(title: string, extra: Fields = {}): ObjectField {
  return {
    type: 'object',
    doc: `Login with ${title}, and who may pass.`,
    section: '2.9',
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
      section: '2.9',
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
      section: '2.9',
    },
  },
};
