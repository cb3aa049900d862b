import { SecretReference } from '../../../model/secret.ts';
import type { Json, Path } from '../../../model/value.ts';
import { isTree } from '../../../derive/forms/tree.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import type { TrafficAction } from '../../../kinds/policy/traffic-action.ts';
import { writtenPolicyOf } from '../../domain/policy/policy-of.ts';
import { typedActions } from '../../domain/policy/policy-rules.ts';
import { trafficTools } from '../../domain/policy/load-traffic-tools.ts';
import { stringsIn, type PolicyString } from '../../domain/policy/policy-strings.ts';
import { always } from '../../domain/specs/severity.ts';
import type { ResourceRule, Subject, TakeFinding } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'secret-shown',
  group: 'secret',
  severity: always('error'),
  source: 'secrets-in-files',
  isMust: false,
  summary: 'A secret is sent to visitors.',
  why: 'A response header, the body of a response and the target of a redirect are public: everyone who opens the URL gets the secret.',
  fix: 'none',
  ignorable: false,
  fields: ['response_headers', 'traffic_policy'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers: { add: { x-upstream: $(secret:WEBHOOK_SECRET) } }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers: { add: { x-upstream: $(secret:WEBHOOK_SECRET) } }
`,
  check(subject, report) {
    checkHeaders(subject, report);
    checkPolicy(subject, report);
  },
} satisfies ResourceRule;

const help = 'send it to the backend in a request header, or leave it out';

function checkHeaders({ spec }: Subject, report: TakeFinding): void {
  const module = spec['response_headers'];
  const added = isTree(module) ? module['add'] : undefined;
  if (!isTree(added)) return;
  for (const [name, value] of Object.entries(added)) {
    if (!(value instanceof SecretReference) || value.names.length === 0) continue;
    const message = `every visitor gets the secret \`${value.names.join('`, `')}\` in a response header`;
    report({ at: { path: ['response_headers', 'add', name] }, message, help });
  }
}

function checkPolicy(subject: Subject, report: TakeFinding): void {
  const policy = writtenPolicyOf(subject);
  if (policy === undefined || 'problem' in policy.parsed) return;
  const { path, parsed } = policy;
  const names = secretsAt(subject.spec, path);
  const sent = sentHeaders(subject);
  if (names.length === 0 && sent.size === 0) return;
  const actions = typedActions(parsed.tree);
  const carriers = carriersIn(sent, actions, names);
  for (const { type, config, inside } of actions) {
    for (const text of stringsIn(config, [...inside, 'config'])) {
      if (!isSeen(type, text.inside)) continue;
      const shown = secretIn(text, names) ?? secretBehind(text, carriers);
      if (shown === undefined) continue;
      const message = `every visitor gets the secret \`${shown}\` in ${where(type)}`;
      report({ at: { path, inside: text.inside }, message, help });
    }
  }
}

function secretsAt(spec: Subject['spec'], path: Path): readonly string[] {
  const [first = '', ...rest] = path;
  const value = rest.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    spec[first],
  );
  return value instanceof SecretReference ? value.names : [];
}

/** An action that is not known may show all of its configuration. */
function isSeen(type: string, [phase, ...inside]: Path): boolean {
  const { actionOf, neverActions } = trafficTools();
  const shows = Object.hasOwn(neverActions, type) ? 'nothing' : actionOf(type)?.shows;
  switch (shows) {
    case 'nothing':
      return false;
    case 'in-responses':
      return phase === 'on_http_response';
    case 'without-secrets':
      return !inside.slice(4).some((key) => /secret|password|credential|key/i.test(String(key)));
    case undefined:
      return true;
  }
}

function where(type: string): string {
  const { shows } = trafficTools().actionOf(type) ?? {};
  return shows === 'in-responses' ? 'a response header' : `the response of \`${type}\``;
}

function secretIn({ text }: PolicyString, names: readonly string[]): string | undefined {
  return names.find((name) => text.includes(`$(secret:${name})`));
}

/** Names of variables and of request headers that carry a secret, in lower case, with the secret. */
type Carriers = ReadonlyMap<string, string>;

function sentHeaders({ spec }: Subject): Carriers {
  const module = spec['request_headers'];
  const added = isTree(module) && isTree(module['add']) ? module['add'] : {};
  const found = Object.entries(added).flatMap(([header, value]) =>
    value instanceof SecretReference ? value.names.map((name) => [header.toLowerCase(), name] as const) : [],
  );
  return new Map(found);
}

const carrying: readonly TrafficAction['changes'][] = ['variables', 'headers'];

function carriersIn(
  sent: Carriers,
  actions: ReturnType<typeof typedActions>,
  names: readonly string[],
): Carriers {
  const carriers = new Map(sent);
  const { actionOf } = trafficTools();
  // A variable may be set from another one, in any order.
  for (let known = -1; known !== carriers.size;) {
    known = carriers.size;
    for (const { type, config } of actions)
      if (carrying.includes(actionOf(type)?.changes))
        for (const [name, value] of assignments(config)) {
          const secret = secretIn(value, names) ?? secretBehind(value, carriers);
          if (secret !== undefined && !carriers.has(name)) carriers.set(name, secret);
        }
  }
  return carriers;
}

/** Name and value of each variable or header, however deep they are. */
function assignments(value: Json | undefined): readonly (readonly [string, PolicyString])[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(assignments);
  if (!isJsonMap(value)) return [];
  const { name, value: given } = value;
  if (typeof name === 'string' && typeof given === 'string')
    return [[name.toLowerCase(), { text: given, inside: [] }]];
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === 'string' ? [[key.toLowerCase(), { text: item, inside: [] }] as const] : assignments(item),
  );
}

/** The secret that an expression in a text reads by the name of what carries it. */
function secretBehind({ text }: PolicyString, carriers: Carriers): string | undefined {
  if (!text.includes('${')) return undefined;
  const words = new Set(text.toLowerCase().split(/[^\w-]+/));
  return [...carriers].find(([name]) => words.has(name))?.[1];
}
