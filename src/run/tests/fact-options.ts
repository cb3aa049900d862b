/** Facts to try so that a request takes a way: who the caller is for each guard, and the answers of the world. */
import { moduleState } from '../../derive/module-state.ts';
import { isTree } from '../../derive/forms/tree.ts';
import { signatureHeaders } from '../../kinds/webhook-providers.ts';
import type { GivenFacts, LoginFacts } from '../../model/traffic/request-facts.ts';
import type { Json, JsonObject, Spec } from '../../model/value.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { numberIn, textList } from '../../simulate/effects/effect.ts';
import { programOf, type Program, type ProgramAction } from '../../simulate/policy-program.ts';
import { Term, type Literal, type TermValue } from '../../simulate/unknown/term.ts';
import type { OwnActions } from '../../derive/policy/own-actions.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import { textsOf } from '../../text/json/texts-of.ts';

/** Facts beside those of the request, and the headers that show them. */
export interface FactOption {
  readonly headers?: Readonly<Record<string, string>>;
  readonly given?: GivenFacts;
}

const mostOptions = 400;

/** Hours of a day, and a Sunday. */
const times = ['01T12', '01T00', '01T06', '01T21', '04T12'].map((time) => `2026-01-${time}:30:00Z`);

/** Sets of facts, those with the fewest first. `when`: the conditions of the way, whose constants are tried. */
export function factOptions(
  servers: readonly TrafficServer[],
  ownActions: OwnActions,
  when: readonly Literal[],
): readonly FactOption[] {
  const options = new Map<string, FactOption[]>();
  const add = (fact: string, ...some: readonly FactOption[]): void => {
    options.set(fact, [...(options.get(fact) ?? []), ...some]);
  };
  const demands = demandsOf(when);
  for (const { spec } of servers) {
    for (const [name, optionsOf] of Object.entries(moduleOptions))
      if (moduleState(spec, name) !== 'off') add(...optionsOf(spec[name] as Spec));
    for (const action of actionsOf(programOf(spec, ownActions) ?? {})) {
      const found = actionOptions[action.action?.effect ?? 'observe']?.(action, demands);
      if (found !== undefined) add(...found);
    }
  }
  for (const status of demands.statuses) add('upstream', { given: { upstream: { status } } });
  if (Object.keys(demands.answered).length > 0)
    add('upstream', { given: { upstream: { headers: demands.answered } } });
  if (demands.isRandom)
    add('random', ...[0, 0.25, 0.5, 0.75, 0.999].map((random) => ({ given: { random } })));
  if (demands.isTimed) add('now', ...times.map((now) => ({ given: { now } })));
  let all: readonly (readonly FactOption[])[] = [[]];
  for (const some of options.values())
    all = all
      .flatMap((chosen) => [chosen, ...some.map((option) => [...chosen, option])])
      .slice(0, mostOptions);
  return all
    .toSorted((left, right) => left.length - right.length)
    .map((chosen) => chosen.reduce(withFacts, {}));
}

function withFacts(some: FactOption, more: FactOption): FactOption {
  return { headers: { ...some.headers, ...more.headers }, given: { ...some.given, ...more.given } };
}

function actionsOf(program: Program): readonly ProgramAction[] {
  return Object.values(program).flatMap((rules) => rules.flatMap(({ actions }) => actions));
}

type Options = readonly [fact: string, ...options: readonly FactOption[]];

const user = 'ann@example.com';

function logins(party: LoginFacts, more: LoginFacts = {}): readonly FactOption[] {
  const stranger: LoginFacts = {
    ...party,
    email: 'stranger@example.net',
    groups: [],
    teams: [],
    organizations: [],
  };
  return [{ ...party, email: user, ...more }, stranger].map((login) => ({ given: { login } }));
}

function nonEmpty(name: 'groups' | 'teams' | 'organizations', values: readonly string[]): LoginFacts {
  return values.length === 0 ? {} : { [name]: values };
}

const moduleOptions: Readonly<Record<string, (module: Spec) => Options>> = {
  oauth: ({ provider }) => [
    'login',
    ...Object.entries(isTree(provider) ? provider : {}).flatMap(([name, settings]) => {
      const lists: Spec = isTree(settings) ? settings : {};
      const [address] = textsOf(lists['email_addresses']);
      const [domain] = textsOf(lists['email_domains']);
      const email = address ?? (domain === undefined ? user : `ann@${domain}`);
      const members = {
        ...nonEmpty('teams', textsOf(lists['teams'])),
        ...nonEmpty('organizations', textsOf(lists['organizations'])),
      };
      return logins({ provider: name }, { email, ...members });
    }),
  ],
  oidc: () => ['login', ...logins({})],
  saml: ({ authorized_groups: groups }) => ['login', ...logins({}, nonEmpty('groups', textsOf(groups)))],
  mutual_tls: () => ['certificate', withCertificate],
  webhook_verification: ({ provider }) => ['signature', ...signatures(provider)],
};

const withCertificate: FactOption = { given: { client_certificate: { subject: { common_name: 'ann' } } } };

function signatures(provider: unknown): readonly FactOption[] {
  const [header] = signatureHeaders.get(typeof provider === 'string' ? provider.toLowerCase() : '') ?? [];
  const headers = header === undefined ? {} : { headers: { [header]: 'signature' } };
  return [
    { ...headers, given: { signature: 'valid' } },
    { ...headers, given: { signature: 'invalid' } },
  ];
}

const actionOptions: Readonly<Partial<Record<string, (action: ProgramAction, demands: Demands) => Options>>> =
  {
    'log-in': ({ config }, { identity }) => {
      const groups = nonEmpty('groups', textList(config['authorized_groups']));
      const provider = typeof config['provider'] === 'string' ? { provider: config['provider'] } : {};
      return ['login', ...logins(provider, { ...groups, ...identity })];
    },
    'check-certificate': () => ['certificate', withCertificate],
    'check-password': ({ config }) => [
      'password',
      ...textList(config['credentials']).flatMap((credential) => passwords(credential)),
      { headers: { authorization: basic('stranger:wrong') } },
    ],
    'check-signature': ({ config }) => ['signature', ...signatures(config['provider'])],
    'check-token': ({ config }, { claims }) => ['token', ...tokens(config, claims)],
    count: () => ['rate limit', { given: { rate_limit: 'exceeded' } }],
    inspect: () => ['firewall', { given: { firewall: 'block' } }],
    call: ({ config }, { results }) => {
      const url = typeof config['url'] === 'string' ? config['url'] : '';
      const answers = [200, 503, ...results].map((status) => ({ status }));
      return [
        'call',
        ...[...answers, 'failed' as const].map((answer) => ({ given: { http_request: { [url]: answer } } })),
      ];
    },
  };

function basic(credential: string): string {
  return `Basic ${Buffer.from(credential).toString('base64')}`;
}

/** A password that is a secret is not written: the test says that it is right. */
function passwords(credential: string): readonly FactOption[] {
  if (!/[$]/.test(credential)) return [{ headers: { authorization: basic(credential) } }];
  const [, name = 'ann'] = /^([^:$]+):/.exec(credential) ?? [];
  const headers = { authorization: basic(`${name}:password`) };
  return [
    { headers, given: { basic_auth: 'valid' } },
    { headers, given: { basic_auth: 'invalid' } },
  ];
}

function tokens(config: JsonObject, claims: JsonObject): readonly FactOption[] {
  const http = isJsonMap(config['http']) ? config['http'] : {};
  const headers = Object.fromEntries(
    jsonItems(http['tokens'])
      .filter(isJsonMap)
      .filter(({ method }) => method !== 'body')
      .map(({ name, prefix }) => [
        typeof name === 'string' ? name.toLowerCase() : '',
        `${typeof prefix === 'string' ? prefix : ''}a.b.c`,
      ]),
  );
  const asked = { ...claimOf('iss', config['issuer']), ...claimOf('aud', config['audience']) };
  return [
    { headers, given: { jwt: { claims: asked } } },
    ...(Object.keys(claims).length === 0
      ? []
      : [{ headers, given: { jwt: { claims: { ...asked, ...claims } } } }]),
    { headers, given: { jwt: { valid: false, claims: asked } } },
  ];
}

function claimOf(name: string, setting: Json | undefined): JsonObject {
  const [first] = jsonItems(isJsonMap(setting) ? setting['allow_list'] : undefined).filter(isJsonMap);
  const value = first?.['value'];
  return typeof value === 'string' ? { [name]: value } : {};
}

/** The constants that conditions ask of facts that no request shows. */
interface Demands {
  readonly claims: JsonObject;
  readonly identity: LoginFacts;
  /** The headers of the answer of the upstream. */
  readonly answered: Readonly<Record<string, string>>;
  readonly statuses: readonly number[];
  /** Numbers that are asked of the results of calls. */
  readonly results: readonly number[];
  readonly isRandom: boolean;
  readonly isTimed: boolean;
}

function demandsOf(when: readonly Literal[]): Demands {
  const claims: Record<string, Json> = {};
  const identity: Record<string, Json> = {};
  const answered: Record<string, string> = {};
  const [statuses, results] = [new Set<number>(), new Set<number>()];
  const roots = new Set<string>();
  for (const literal of when) {
    const { atom } = literal;
    if (atom.is === 'behaviour') continue;
    for (const name of namesOf(atom.of)) roots.add(name);
    const [item, list]: readonly TermValue[] = atom.of.name === 'in' ? (atom.of.args ?? []) : [];
    const { root, key } = memberOf(list instanceof Term ? list : atom.of);
    const value =
      list instanceof Term && typeof item === 'string' ? listWith(item, literal) : wantedBy(literal);
    if (key !== undefined && root === 'payload') claims[key] = value ?? claims[key] ?? 'x';
    if (key !== undefined && root.startsWith('identity at ')) identity[key] = value ?? identity[key] ?? 'x';
    const [, header] = /^response header (.+)$/.exec(root) ?? [];
    if (header !== undefined && literal.holds) answered[header] = typeof value === 'string' ? value : 'x';
    const near = numbersOf(literal);
    if (root === 'res.status_code') for (const status of near) statuses.add(status);
    if (root.startsWith('response of ')) for (const result of near) results.add(result);
  }
  const isStatus = (number: number): boolean => number >= 200 && number <= 599;
  return {
    claims,
    identity,
    answered,
    statuses: [...statuses].filter(isStatus),
    results: [...results].filter(isStatus),
    isRandom: [...roots].some((name) => name.startsWith('rand.')),
    isTimed: [...roots].some((name) => name.startsWith('time.')),
  };
}

/** The function or variable at the start of `a.b.key`, and the key that follows it. */
function memberOf(term: Term): { readonly root: string; readonly key: string | undefined } {
  let key: string | undefined;
  let at: TermValue = term;
  while (at instanceof Term && (at.name === '.' || at.name === '[]') && at.args !== undefined) {
    const [owner, member]: readonly TermValue[] = at.args;
    if (typeof member === 'string') key = member;
    at = owner;
  }
  return { root: at instanceof Term ? at.name : '', key };
}

function namesOf(value: TermValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesOf);
  return value instanceof Term ? [value.name, ...namesOf(value.args ?? [])] : [];
}

function listWith(item: string, { holds }: Literal): Json {
  return holds ? [item] : ['x'];
}

/** A value for which the condition holds. */
function wantedBy({ atom, holds }: Literal): Json | undefined {
  if (!holds || atom.is === 'at-most' || atom.is === 'behaviour') return undefined;
  if (atom.is === 'in') {
    const [first] = atom.values;
    if (typeof first === 'bigint') return Number(first);
    return typeof first === 'string' || typeof first === 'number' ? first : undefined;
  }
  if ('text' in atom)
    return atom.is === 'ending' && atom.text.startsWith('@') ? `ann${atom.text}` : atom.text;
  return atom.is === 'true' ? true : 'x';
}

function numbersOf({ atom }: Literal): readonly number[] {
  if (atom.is === 'at-most') return [atom.bound, atom.bound + 1];
  if (atom.is !== 'in') return [];
  return atom.values.flatMap((value) => {
    const number = typeof value === 'bigint' ? Number(value) : numberIn(value as Json);
    return number === undefined ? [] : [number, number + 1];
  });
}
