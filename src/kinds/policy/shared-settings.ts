/** Settings that several actions have. */
import type {
  BooleanSetting,
  DurationSetting,
  ListSetting,
  MapSetting,
  Setting,
  SettingMap,
  TextSetting,
} from './setting.ts';

export const enforce: BooleanSetting = {
  type: 'boolean',
  doc: 'Whether the action refuses; with `false` it only reports in its results. `true` by default.',
  default: true,
  stricter: 'closing',
};

/** Paths that the service answers itself where a login is asked for: its name, and what is to be done. */
export const loginPaths = /^\/[a-z]+\/(?:login|logout)$/;

/** How results of actions name what was decided. */
export const decisions = { admitted: 'allow', refused: 'deny' } as const;

/** The effect of a failure. */
export function onError(initial: 'halt' | 'continue', required?: 'usual'): TextSetting {
  return {
    type: 'string',
    values: ['halt', 'continue'],
    default: initial,
    doc: `The effect of a failure: \`halt\` ends the request with an error, \`continue\` runs the next action. \`${initial}\` by default.`,
    ...(required === undefined ? {} : { required }),
  };
}

export function headersSetting(doc: string): MapSetting {
  return {
    type: 'map',
    keyForm: 'header-name',
    secretKeys: /^(?:authorization|proxy-authorization|cookie|x-api-key|api-key|x-auth-token)$/i,
    values: {
      type: 'string',
      form: 'header-value',
      expressions: 'template',
      isLoose: true,
      doc: 'The value.',
    },
    max: 10,
    doc,
  };
}

export const fromSetting: TextSetting = {
  type: 'string',
  form: 'regex',
  expressions: 'template',
  doc: 'A regular expression (RE2) for the text to replace.',
};

export const toSetting: TextSetting = {
  type: 'string',
  form: 'replacement',
  expressions: 'template',
  doc: 'The text in its place; `$1` is the first group of the match.',
};

/** The replacements of a body or a message. */
export function replacements(more: SettingMap = {}): ListSetting {
  return {
    type: 'list',
    required: true,
    min: 1,
    doc: 'The replacements, in the order in which they are made.',
    items: {
      type: 'object',
      doc: 'One replacement.',
      fields: { ...more, from: { ...fromSetting, required: true }, to: toSetting },
    },
  };
}

const session: DurationSetting = { type: 'duration', doc: '', stricter: 'at-most' };

/** Settings of the actions that make a user log in. */
export const loginSettings = {
  auth_id: {
    type: 'string',
    doc: 'A name for this login: actions with the same name share their sessions.',
  },
  client_id: {
    type: 'string',
    expressions: 'template',
    doc: 'The client id of your own application at the provider.',
  },
  client_secret: {
    type: 'string',
    expressions: 'template',
    secret: true,
    stricter: 'any',
    doc: 'The client secret of your own application, as a reference to a secret.',
  },
  scopes: {
    type: 'list',
    items: { type: 'string', doc: 'A scope.' },
    stricter: 'any',
    doc: 'The scopes to ask for, as the provider names them.',
  },
  authz_url_params: {
    type: 'map',
    values: { type: 'string', doc: 'The value of the parameter.' },
    doc: "Further parameters of the URL of the provider's login page.",
  },
  max_session_duration: { ...session, doc: 'How long a login lasts at most.' },
  idle_session_timeout: { ...session, doc: 'How long a login lasts without a request.' },
  userinfo_refresh_interval: {
    ...session,
    doc: 'How often the user is looked up again at the provider, which bounds how long a removed user keeps access.',
  },
  allow_cors_preflight: {
    type: 'boolean',
    default: false,
    stricter: 'opening',
    doc: 'Lets `OPTIONS` requests of browsers pass without a login. `false` by default.',
  },
  auth_cookie_domain: {
    type: 'string',
    form: 'domain',
    code: 2243,
    doc: 'The domain of the session cookies: that of the endpoint, or one above it.',
  },
} as const satisfies SettingMap;

/** Settings of both filters of the core rule set. */
export const ruleSetSettings: Readonly<Record<string, Setting>> = {
  on_error: onError('halt', 'usual'),
  process_body: {
    type: 'boolean',
    default: false,
    doc: 'Whether the first 4 KB of the body are inspected, too. `false` by default.',
    stricter: 'closing',
  },
  exclude_rule_ids: {
    type: 'list',
    items: { type: 'int64', min: 900_000, max: 999_999, doc: 'The id of a rule.' },
    stricter: 'exceptions',
    doc: 'Rules of the core rule set that are not applied.',
  },
};
