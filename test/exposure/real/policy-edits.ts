/**
 * Edits of real policies after which nobody gets through who was kept out: the same in other words, and stricter ones.
 */
import { parse } from 'yaml';
import { policiesOfCorpus } from '../../lint/traffic-policy/corpus.ts';
import type { KindName } from '../../../src/kinds/kind.ts';
import type { Json, JsonObject, Spec } from '../../../src/model/value.ts';

/** An edit of one resource. */
export interface SpecEdit {
  readonly name: string;
  readonly kind: KindName;
  readonly before: Spec;
  readonly after: Spec;
}

type Rule = JsonObject;

/** The other forms of a rule, or those that are stricter. */
type RuleEdit = (rule: Rule) => readonly Rule[] | undefined;

const guards = new Set(['deny', 'basic-auth', 'jwt-validation', 'restrict-ips', 'verify-webhook', 'log']);
const login = /^(?:basic-auth|jwt-validation|oauth|openid-connect|saml)$/;

function actionsOf(rule: Rule): readonly JsonObject[] {
  const { actions } = rule;
  return Array.isArray(actions) ? (actions as readonly JsonObject[]) : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function typesOf(rule: Rule): readonly string[] {
  return actionsOf(rule).map(({ type }) => textOf(type));
}

function expressionsOf(rule: Rule): readonly string[] | undefined {
  const { expressions } = rule;
  const isTexts = Array.isArray(expressions) && expressions.every((one) => typeof one === 'string');
  return isTexts && expressions.length > 0 ? expressions : undefined;
}

function withConditions(rule: Rule, change: (one: string) => string): readonly Rule[] | undefined {
  const all = expressionsOf(rule);
  if (all === undefined) return undefined;
  const next = all.map(change);
  return next.join() === all.join() ? undefined : [{ ...rule, expressions: next }];
}

/** With the settings of an action changed; undefined: they stay as they are. */
function withConfig(
  rule: Rule,
  type: RegExp,
  change: (config: JsonObject) => JsonObject | undefined,
): readonly Rule[] | undefined {
  const all = actionsOf(rule);
  const actions = all.map((action) => {
    if (!type.test(textOf(action['type']))) return action;
    const config = change((action['config'] ?? {}) as JsonObject);
    return config === undefined ? action : { ...action, config };
  });
  return actions.every((action, at) => action === all[at]) ? undefined : [{ ...rule, actions }];
}

function withList(name: string, change: (items: readonly Json[]) => readonly Json[]) {
  return (config: JsonObject): JsonObject | undefined => {
    const list = config[name];
    if (!Array.isArray(list)) return undefined;
    const next = change(list as readonly Json[]);
    return JSON.stringify(next) === JSON.stringify(list) ? undefined : { ...config, [name]: [...next] };
  };
}

/** `10.0.0.0/8` as its two halves. */
function halves(range: Json): readonly Json[] {
  const [, a, b, c, d, bits] = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\/(\d+)$/.exec(textOf(range)) ?? [];
  if (bits === undefined || Number(bits) > 30) return [range];
  const length = Number(bits) + 1;
  const first = [a, b, c, d].reduce((sum, part) => sum * 256 + Number(part), 0);
  const other = first + 2 ** (32 - length);
  const text = [24, 16, 8, 0].map((shift) => Math.floor(other / 2 ** shift) % 256).join('.');
  return [`${a}.${b}.${c}.${d}/${length}`, `${text}/${length}`];
}

const quoted = String.raw`'[^'\\]*'|"[^"\\]*"`;

const ruleRewrites: Readonly<Record<string, RuleEdit>> = {
  'another name': (rule) => (actionsOf(rule).length > 0 ? [{ ...rule, name: 'one more name' }] : undefined),
  'actions in rules of their own': (rule) => {
    const actions = actionsOf(rule);
    const isPlain = typesOf(rule)
      .slice(0, -1)
      .every((type) => guards.has(type));
    if (actions.length < 2 || !isPlain || JSON.stringify(rule['expressions'] ?? '').includes('actions.'))
      return undefined;
    return actions.map((action) => ({ ...rule, actions: [action] }));
  },
  'expressions joined': (rule) => {
    const all = expressionsOf(rule);
    return all === undefined || all.length < 2
      ? undefined
      : [{ ...rule, expressions: [all.map((one) => `(${one})`).join(' && ')] }];
  },
  'conjunction taken apart': (rule) => {
    const all = expressionsOf(rule);
    const [one = ''] = all ?? [];
    const parts = one.split(' && ');
    return all?.length !== 1 || parts.length < 2 || /[()|?]/.test(one.replaceAll(/\w\([^()]*\)/g, ''))
      ? undefined
      : [{ ...rule, expressions: parts }];
  },
  'expressions in another order': (rule) => {
    const all = expressionsOf(rule);
    return all === undefined || all.length < 2 ? undefined : [{ ...rule, expressions: all.toReversed() }];
  },
  'an expression twice': (rule) => {
    const all = expressionsOf(rule);
    return all === undefined ? undefined : [{ ...rule, expressions: [...all, all[0]!] }];
  },
  'double negation': (rule) => withConditions(rule, (one) => `!(!(${one}))`),
  'more parentheses': (rule) => withConditions(rule, (one) => ` ( ${one} ) `),
  'or itself': (rule) => withConditions(rule, (one) => `(${one}) || (${one})`),
  'swapped operands': (rule) =>
    withConditions(rule, (one) =>
      one.replace(
        new RegExp(`^([\\w.]+) (==|!=) (${quoted})$`),
        (_, name, operator, value) => `${value} ${operator} ${name}`,
      ),
    ),
  'a pattern for a beginning': (rule) =>
    withConditions(rule, (one) =>
      one.replaceAll(
        /\.startsWith\((["'])([\w/-]*)\1\)/g,
        (_, mark, text) => `.matches(${mark}^${text}${mark})`,
      ),
    ),
  'the other quotes': (rule) =>
    withConditions(rule, (one) => one.replaceAll(/'([^'"\\$]*)'/g, (_, text) => `"${text}"`)),
  'alternatives for a list': (rule) =>
    withConditions(rule, (one) =>
      one.replace(
        new RegExp(`^([\\w.]+) in \\[((?:${quoted}|[, ])+)\\]$`),
        (_, name: string, items: string) =>
          items
            .split(',')
            .map((item) => `${name} == ${item.trim()}`)
            .join(' || '),
      ),
    ),
  'a list in another order': (rule) =>
    withConditions(rule, (one) =>
      one.replace(
        / in \[([^[\]]+)\]/,
        (_, items: string) =>
          ` in [${items
            .split(',')
            .map((item) => item.trim())
            .reverse()
            .join(', ')}]`,
      ),
    ),
  'ranges in halves': (rule) =>
    withConfig(
      rule,
      /^restrict-ips$/,
      withList('allow', (items) => items.flatMap(halves)),
    ),
  'ranges in another order': (rule) =>
    withConfig(
      rule,
      /^restrict-ips$/,
      withList('allow', (items) => items.toReversed()),
    ),
  'passwords in another order': (rule) =>
    withConfig(
      rule,
      /^basic-auth$/,
      withList('credentials', (items) => items.toReversed()),
    ),
  'header names in capitals': (rule) =>
    withConfig(rule, /^add-headers$/, (config) => {
      const { headers } = config;
      if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return undefined;
      const entries = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
      return { ...config, headers: Object.fromEntries(entries) as JsonObject };
    }),
  'removed headers in capitals': (rule) =>
    withConfig(
      rule,
      /^remove-headers$/,
      withList('headers', (items) => items.map((one) => textOf(one).toUpperCase())),
    ),
  'the default written out': (rule) =>
    withConfig(rule, /^(?:basic-auth|restrict-ips|verify-webhook|rate-limit)$/, (config) =>
      config['enforce'] === undefined ? { ...config, enforce: true } : undefined,
    ),
  'the short form': (rule) => {
    const actions = actionsOf(rule);
    const isBare = Object.keys(rule).every((name) => name === 'actions');
    return isBare && actions.length > 0 ? actions : undefined;
  },
  'a condition that is always true': (rule) =>
    expressionsOf(rule) === undefined &&
    rule['expressions'] === undefined &&
    rule['if'] === undefined &&
    actionsOf(rule).length > 0
      ? [{ expressions: ['true'], ...rule }]
      : undefined,
  'a log entry first': (rule) =>
    actionsOf(rule).length > 0
      ? [{ ...rule, actions: [{ type: 'log', config: { metadata: { at: 'rule' } } }, ...actionsOf(rule)] }]
      : undefined,
};

const ruleTightenings: Readonly<Record<string, RuleEdit>> = {
  'fewer ranges': (rule) =>
    withConfig(
      rule,
      /^restrict-ips$/,
      withList('allow', (items) => (items.length > 1 ? items.slice(1) : items)),
    ),
  'half of a range': (rule) =>
    withConfig(
      rule,
      /^restrict-ips$/,
      withList('allow', (items) => items.flatMap((one) => halves(one).slice(0, 1))),
    ),
  'one more denied range': (rule) =>
    withConfig(rule, /^restrict-ips$/, (config) => ({
      ...config,
      deny: [...((config['deny'] as readonly Json[] | undefined) ?? []), '192.0.2.0/28'],
    })),
  'fewer passwords': (rule) =>
    withConfig(
      rule,
      /^basic-auth$/,
      withList('credentials', (items) => (items.length > 1 ? items.slice(1) : items)),
    ),
  'a lower capacity': (rule) =>
    withConfig(rule, /^rate-limit$/, (config) =>
      Number(config['capacity']) > 1
        ? { ...config, capacity: Math.floor(Number(config['capacity']) / 2) }
        : undefined,
    ),
  'a guard that is enforced': (rule) =>
    withConfig(rule, /^(?:basic-auth|restrict-ips|verify-webhook|rate-limit)$/, (config) =>
      config['enforce'] === false ? { ...config, enforce: true } : undefined,
    ),
  'a deny of more': (rule) => {
    const all = expressionsOf(rule);
    return all === undefined || typesOf(rule)[0] !== 'deny'
      ? undefined
      : [{ ...rule, expressions: all.map((one) => `(${one}) || req.method == 'TRACE'`) }];
  },
  'a deny of all': (rule) =>
    expressionsOf(rule) !== undefined && typesOf(rule)[0] === 'deny'
      ? [{ actions: rule['actions']! }]
      : undefined,
  'a deny behind the guard': (rule) =>
    typesOf(rule).some((type) => login.test(type))
      ? [rule, { expressions: ["req.method == 'TRACE'"], actions: [{ type: 'deny' }] }]
      : undefined,
  'an address for the guard as well': (rule) =>
    typesOf(rule).some((type) => login.test(type))
      ? [
          {
            ...rule,
            actions: [{ type: 'restrict-ips', config: { allow: ['198.51.100.0/24'] } }, ...actionsOf(rule)],
          },
        ]
      : undefined,
};

const inFront: Readonly<Record<string, Rule>> = {
  'a deny of a path in front': {
    expressions: ["req.url.path.startsWith('/never')"],
    actions: [{ type: 'deny', config: { status_code: 404 } }],
  },
  'a deny of a country in front': {
    expressions: ["conn.geo.country_code in ['KP']"],
    actions: [{ type: 'deny' }],
  },
  'a deny of methods in front': {
    expressions: ["!(req.method in ['GET', 'POST'])"],
    actions: [{ type: 'deny' }],
  },
  'addresses in front': { actions: [{ type: 'restrict-ips', config: { allow: ['198.51.100.0/24'] } }] },
  'a password in front': {
    actions: [{ type: 'basic-auth', config: { credentials: ['ann:a-long-pass-word'] } }],
  },
  'a limit in front': {
    actions: [
      {
        type: 'rate-limit',
        config: {
          name: 'one-more',
          algorithm: 'sliding_window',
          capacity: 5,
          rate: '60s',
          bucket_key: ['conn.client_ip'],
        },
      },
    ],
  },
};

const requestPhases = ['on_http_request', 'inbound'] as const;

interface RealPolicy {
  readonly text: string;
  readonly tree: JsonObject;
  readonly phase: (typeof requestPhases)[number];
  readonly rules: readonly Rule[];
}

function realPolicies(): readonly RealPolicy[] {
  return policiesOfCorpus().flatMap(({ text }): readonly RealPolicy[] => {
    try {
      const tree = parse(text) as Json;
      if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) return [];
      const phase = requestPhases.find((name) => Array.isArray((tree as JsonObject)[name]));
      if (phase === undefined) return [];
      const rules = (tree as JsonObject)[phase] as readonly Json[];
      return rules.every((rule) => typeof rule === 'object' && rule !== null && !Array.isArray(rule))
        ? [{ text, tree: tree as JsonObject, phase, rules: rules as readonly Rule[] }]
        : [];
    } catch {
      return [];
    }
  });
}

function editOf(name: string, before: string, after: JsonObject): SpecEdit {
  const specOf = (policy: string): Spec => ({ url: 'https://app.example.com', traffic_policy: policy });
  return { name, kind: 'endpoint', before: specOf(before), after: specOf(JSON.stringify(after)) };
}

/** Each edit of each rule of each policy; of all that are possible. */
function editsBy(all: Readonly<Record<string, RuleEdit>>): readonly SpecEdit[] {
  return realPolicies().flatMap(({ text, tree, phase, rules }) =>
    rules.flatMap((rule, at) =>
      Object.entries(all).flatMap(([name, edit]): readonly SpecEdit[] => {
        const next = edit(rule);
        if (next === undefined) return [];
        return [editOf(name, text, { ...tree, [phase]: rules.toSpliced(at, 1, ...next) })];
      }),
    ),
  );
}

export function rewrites(): readonly SpecEdit[] {
  const asText = realPolicies().map(({ text, tree }) => editOf('JSON instead of YAML', text, tree));
  return [...asText, ...swaps(), ...editsBy(ruleRewrites)];
}

/** Neighbors that refuse in the same way, or only say what comes by, in the other order. */
function swaps(): readonly SpecEdit[] {
  const isDeny = (rule: Rule | undefined): boolean =>
    rule !== undefined && typesOf(rule).length === 1 && typesOf(rule)[0] === 'deny';
  const isLog = (rule: Rule | undefined): boolean =>
    rule !== undefined && actionsOf(rule).length > 0 && typesOf(rule).every((type) => type === 'log');
  return realPolicies().flatMap(({ text, tree, phase, rules }) =>
    rules.flatMap((rule, at): readonly SpecEdit[] => {
      const next = rules[at + 1];
      const isFree =
        (isDeny(rule) &&
          isDeny(next) &&
          JSON.stringify(rule['actions']) === JSON.stringify(next?.['actions'])) ||
        (next !== undefined && (isLog(rule) || isLog(next)));
      if (!isFree) return [];
      const swapped = rules.toSpliced(at, 2, next!, rule);
      return [editOf('neighbors in the other order', text, { ...tree, [phase]: swapped })];
    }),
  );
}

export function tightenings(): readonly SpecEdit[] {
  const first = realPolicies().flatMap(({ text, tree, phase, rules }) =>
    Object.entries(inFront).map(([name, rule]) => editOf(name, text, { ...tree, [phase]: [rule, ...rules] })),
  );
  return [...first, ...editsBy(ruleTightenings)];
}
