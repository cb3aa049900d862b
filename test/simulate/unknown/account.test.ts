/**
 * The account of what policies and modules do with a request that is not given: all conditions, ends and traces of each
 * action, module and question. `account.txt` has it as text, to be read after a change.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { conditionsOf, requestOfWay } from '../../../src/plan/exposure/shown-request.ts';
import { distinctHeader, distinctText, waysOf, type OpenWay } from '../../../src/simulate/unknown/ways.ts';
import type { TrafficServer } from '../../../src/routing/traffic-server.ts';
import type { JsonObject } from '../../../src/model/value.ts';
import { isUpdating } from '../../golden.ts';

interface Account {
  readonly actions: Readonly<
    Record<
      string,
      {
        readonly url?: string;
        readonly connect?: JsonObject[];
        readonly rules?: JsonObject[];
        readonly response?: JsonObject[];
      }
    >
  >;
  readonly expressions: Readonly<Record<string, readonly string[]>>;
  readonly modules: Readonly<Record<string, JsonObject>>;
}

const { actions, expressions, modules } = parse(
  readFileSync(new URL('account.yaml', import.meta.url), 'utf8'),
) as Account;

function endpoint(policy: object, url = 'https://shop.example.com'): TrafficServer {
  const spec = { url, traffic_policy: JSON.stringify(policy) };
  return { address: 'endpoint/shop', kind: 'endpoint', spec };
}

/** A route, or a TLS edge where only that has the module, with the module alone. */
function withModule(name: string, settings: JsonObject): TrafficServer {
  const [module = ''] = name.split(' ');
  const kind = module === 'tls_termination' ? 'tls-edge' : 'https-route';
  return { address: `${kind}/shop`, kind, spec: { [module]: { enabled: true, ...settings } } };
}

const forward = { actions: [{ type: 'forward-internal', config: { url: 'https://app.internal' } }] };

const servers: readonly (readonly [string, TrafficServer])[] = [
  ...Object.entries(actions).map(
    ([name, { url, connect, rules = [], response = [] }]) =>
      [
        `action: ${name}`,
        endpoint(
          {
            ...(connect === undefined ? {} : { on_tcp_connect: connect }),
            on_http_request: [...rules, forward],
            on_http_response: response,
          },
          url,
        ),
      ] as const,
  ),
  ...Object.entries(expressions).map(
    ([name, asked]) =>
      [
        `expression: ${name}`,
        endpoint({ on_http_request: [{ expressions: asked, actions: [{ type: 'deny' }] }, forward] }),
      ] as const,
  ),
  ...Object.entries(modules).map(
    ([name, settings]) => [`module: ${name}`, withModule(name, settings)] as const,
  ),
];

const file = new URL('account.txt', import.meta.url);
const textOf = ([name, server]: (typeof servers)[number]): string =>
  [name, ...waysText(server), ''].join('\n');
if (isUpdating) writeFileSync(file, servers.map(textOf).join('\n'));
const recorded = new Map(
  readFileSync(file, 'utf8')
    .split(/\n(?=\n\w)/)
    .map((text) => [text.trim().split('\n')[0] ?? '', `${text.trim()}\n`]),
);

test('each is recorded once', () => {
  expect([...recorded.keys()]).toEqual(servers.map(([name]) => name));
  expect(servers.length).toBeGreaterThan(80);
});

test.each(servers)('%s', (name, server) => {
  expect(textOf([name, server])).toBe(recorded.get(name));
});

function waysText(server: TrafficServer): readonly string[] {
  const { ways, isCut } = waysOf(server);
  return [...ways.flatMap(wayText), ...(isCut ? ['  cut'] : [])];
}

function wayText(way: OpenWay): readonly string[] {
  const { shown } = requestOfWay(way.when);
  const conditions = way.when.map((literal) => conditionsOf([literal]).join(''));
  const { response, headers, calls } = way;
  return [
    `  ${JSON.stringify(way.end)}`,
    ...conditions.map((condition) => `    if ${condition}`),
    `    try ${shown.request ?? 'nothing'}${shown.conditions.map((one) => `, and ${one}`).join('')}`,
    ...[...headers].map(([name, header]) => `    header ${name}: ${distinctHeader(header)}`),
    ...[...response].map(([part, value]) => `    response ${part}: ${distinctText(value)}`),
    ...calls.map((call) => `    calls ${JSON.stringify(call)}`),
    ...(way.url === '' || way.url === 'req.url' ? [] : [`    url ${way.url}`]),
    ...(way.body === '' || way.body === 'req.body' ? [] : [`    body ${way.body}`]),
    ...(way.shown.size === 0 ? [] : [`    shows ${[...way.shown].join(', ')}`]),
  ];
}
