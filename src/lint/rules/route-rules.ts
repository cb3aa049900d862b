import { normalPath, splitMatch } from '../../derive/forms/normal-match.ts';
import { identityKeys, refusalKey } from '../../derive/forms/identity.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { routeSpaces } from '../../routing/url-spaces/route-spaces.ts';
import { takeoversOf } from '../../routing/url-spaces/takeovers.ts';
import { edgesOf } from '../../routing/edges.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { ledgerRoutes } from '../../routing/ledger-routes.ts';
import { matchMistake, patternIn, type Selector, selectorOf } from '../../routing/selector.ts';
import { prefixPartition } from '../../routing/prefix-partition.ts';
import { moduleProtection } from '../../routing/protecting-modules.ts';
import { fitting } from '../domain/message-words.ts';
import { historyOf, undeletable } from '../domain/documents/known-before.ts';
import { trafficTools } from '../domain/policy/load-traffic-tools.ts';
import { idHelp, oneOf, otherKind } from '../domain/specs/id-kind.ts';
import { matchText, normalMatchOf, similarRoutes, withoutSlash } from '../domain/specs/similar-routes.ts';
import { isExisting } from '../domain/specs/is-existing.ts';
import { always, crossRules, recommended, resourceRules, strictOnly } from '../rule-group.ts';
import { isWritten, textAt, isGiven } from '../domain/specs/written.ts';
import { onRoute, removedDocument, inOneFile, besideFiles } from '../rule-examples.ts';
import type { NamedId } from '../../model/workspace/environment.ts';
import type { CrossRule, OtherEnvironment, Rule, RuleContext, Subject } from '../rule.ts';
import { quoted } from '../../text/quoted.ts';
import { normalHost } from '../../derive/forms/host-name.ts';
import { replacement } from '../fix-request.ts';
import { codeList } from '../../text/words/list-words.ts';
import { sharing } from '../domain/specs/sharing-key.ts';
import { withoutBackend } from '../domain/specs/without-backend.ts';

export const routeRules: readonly Rule[] = [
  ...crossRules(
    { group: 'route', source: 'route-selectors' },
    {
      'route-case-twin': {
        severity: recommended('warn'),
        kinds: ['https-route'],
        summary: 'The `match` of two routes of one edge differs only by letter case.',
        why: 'Paths are case-sensitive, so these are two routes, and one capital letter in a request changes its configuration.',
        bad: inOneFile(
          onRoute('', { name: 'one', match_type: 'exact_path' }),
          onRoute('', { name: 'two', match_type: 'exact_path', match: '/Shop' }),
        ),
        good: inOneFile(
          onRoute('', { name: 'one', match_type: 'exact_path' }),
          onRoute('', { name: 'two', match_type: 'exact_path', match: '/cart' }),
        ),
        check: equalBut('by letter case', (match) => match.toLowerCase()),
      },
      'route-delete-unsupported': {
        severity: recommended('info'),
        source: 'routes',
        summary: 'A live route was removed from the files, and the API cannot delete it.',
        why: 'The API cannot delete routes, so the plan is blocked until a `removed` document says whether the route is retired or forgotten.',
        bad: onRoute(),
        good: inOneFile(onRoute(), removedDocument('https-route/old-shop', 'retire')),
        *check(resources, context) {
          const rest = '`then: retire` or `forget`; for a renamed route write `formerly:` there';
          yield* undeletable('https-route', resources, context, rest);
        },
      },
      'route-duplicate': {
        severity: always('error'),
        kinds: ['https-route'],
        summary: 'Two routes of one edge have the same `match`.',
        why: 'The API rejects the second route, after `apply` has created the first.',
        bad: inOneFile(onRoute('', { name: 'one' }), onRoute('', { name: 'two' })),
        good: inOneFile(onRoute('', { name: 'one' }), onRoute('', { name: 'two', match: '/cart' })),
        *check(resources, context) {
          for (const [first, ...others] of sharing(
            similarRoutes(resources),
            ({ kind, spec }) => identityKeys(kind, spec)[0],
          )) {
            const edge = quoted(textAt(first, 'edge_id', context) ?? normalMatchOf(first)?.edge ?? '');
            for (const other of others) {
              yield {
                of: other.address,
                at: { path: ['match'] },
                message: `${quoted(matchText(other))} is already the \`match\` of \`${first.address}\` on the same edge`,
                help: 'write another `match`, or delete one of the two documents',
                related: [{ of: first.address, path: ['match'], label: `first here, on ${edge}` }],
              };
            }
          }
        },
      },
      'route-edge-changed': {
        severity: recommended('info'),
        source: 'routes',
        summary: 'A live route would have to move to another edge.',
        why: 'The API cannot move a route, so the plan is blocked: declare a second route, move the traffic, then remove the first.',
        bad: onRoute(),
        good: inOneFile(onRoute('', { name: 'shop-on-main' }), removedDocument('https-route/shop', 'retire')),
        *check(resources, context) {
          for (const { subject, before } of historyOf(resources, context).continued) {
            const edgeBefore = before.spec?.['edge_id'];
            const { edge_id: edgeNow } = subject.spec;
            if (
              subject.kind !== 'https-route' ||
              typeof edgeBefore !== 'string' ||
              typeof edgeNow !== 'string'
            )
              continue;
            if (edgeBefore === edgeNow) continue;
            yield {
              of: subject.address,
              at: { path: ['edge_id'] },
              message: fitting(
                `\`${subject.address}\` ${before.words} on ${quoted(namedIdOf(edgeBefore, context)?.name ?? edgeBefore)}: the API cannot move it`,
                `the API cannot move \`${subject.address}\``,
              ),
            };
          }
        },
      },
      'route-match-not-unique': {
        severity: always('error'),
        source: 'route-precedence',
        kinds: ['https-route'],
        summary: 'Two routes of one edge have the same `match`, one exact and one as prefix.',
        why: 'The API rejects the second route, after `apply` has created the first.',
        bad: inOneFile(onRoute('', { name: 'one' }), onRoute('', { name: 'two', match_type: 'exact_path' })),
        good: inOneFile(
          onRoute('', { name: 'one', match: '/shop/' }),
          onRoute('', { name: 'two', match_type: 'exact_path', match: '/cart' }),
        ),
        *check(resources) {
          for (const [first, ...others] of sharing(similarRoutes(resources), ({ kind, spec }) =>
            refusalKey(kind, spec),
          )) {
            for (const other of others) {
              if (other.spec['match_type'] === first.spec['match_type']) continue;
              yield {
                of: other.address,
                at: { path: ['match'] },
                message: `${quoted(matchText(other))} is also matched by \`${first.address}\`, with a different \`match_type\``,
                related: [{ of: first.address, path: ['match'], label: 'the same `match`' }],
              };
            }
          }
        },
      },
      'route-of-other-environment': {
        severity: recommended('warn'),
        source: 'route-precedence',
        kinds: ['https-route'],
        summary: 'A route takes URLs from a route of another environment, on an edge that both name.',
        why: 'Requests for the other environment are served by this one, with its protection and its backend.',
        bad: onEdges('edghts_2NA', 'edghts_2NA'),
        good: onEdges('edghts_2NA', 'edghts_2ST'),
        *check(resources, { others, environment: here, ledger, workspace }) {
          const routes = routesIn(resources);
          const edges = new Set(routes.map(edgeOf));
          const ours = new Set(Object.values(ledger?.resources ?? {}).map(({ id }) => id));
          // One document on one edge in several environments is one mistake.
          const shared = new Map<(typeof routes)[number], string[]>();
          for (const { name, ...other } of others) {
            // New objects: the same address may be declared in both.
            const still = routesOfOther(other).flatMap((route): readonly TrafficServer[] =>
              !edges.has(edgeOf(route)) || (route.id !== undefined && ours.has(route.id))
                ? []
                : [{ ...route }],
            );
            if (still.length === 0) continue;
            const state = {
              still,
              changes: routes.map((route) => ({ after: { ...route, address: mine(route) } })),
              edges: edgesOf([], []),
            };
            const isOther = new Set(still);
            const seen = new Set<number>();
            const takeovers = takeoversOf(routeSpaces(state), (server) => isOther.has(server));
            for (const { change, from } of takeovers) {
              const route = routes[change];
              const [taken] = from;
              if (route === undefined || taken === undefined || seen.has(change)) continue;
              if (isHandedOver(workspace, here, name, route) || isHandedOver(workspace, name, here, taken))
                continue;
              seen.add(change);
              if (route.address === taken.address && other.isChecked) {
                shared.set(route, [...(shared.get(route) ?? [here]), name]);
                continue;
              }
              yield {
                of: route.address,
                at: { path: ['match'] },
                message: `${quoted(matchText(route))} is taken from \`${taken.address}\` of \`${name}\`, which is on the same edge`,
                help: `use an edge of its own, or a match that no route of \`${name}\` covers`,
              };
            }
          }
          for (const [route, names] of shared) {
            yield {
              of: route.address,
              at: { path: ['match'] },
              message: `${quoted(matchText(route))} is on one edge for ${codeList([...names].sort())}`,
              help: 'use an edge of its own for each environment',
            };
          }
        },
      },
      'route-overlap': {
        severity: strictOnly('info'),
        source: 'route-precedence',
        kinds: ['https-route'],
        summary: 'A prefix covers the `match` of another route of the same edge.',
        why: 'Which route wins is not documented; Edgewright assumes exact before prefix and longer before shorter.',
        bad: inOneFile(onRoute('', { name: 'one' }), onRoute('', { name: 'two', match: '/shop/cart' })),
        good: inOneFile(onRoute('', { name: 'one' }), onRoute('', { name: 'two', match: '/cart' })),
        *check(resources) {
          for (const routes of sharing(resources, (subject) => selected(subject)?.edge)) {
            for (const { route, cover, at } of covered(routes)) {
              yield {
                of: route.address,
                at: { path: ['match'] },
                message: `${quoted(matchText(route))} is also covered by the prefix of \`${cover.address}\`${at}`,
                related: [{ of: cover.address, path: ['match'], label: 'the prefix' }],
              };
            }
          }
        },
      },
      'route-trailing-slash-twin': {
        severity: recommended('warn'),
        kinds: ['https-route'],
        summary: 'The `match` of two routes of one edge differs only by a final slash.',
        why: '`/shop` and `/shop/` are two routes, so a request with or without the slash silently gets a different configuration.',
        bad: inOneFile(
          onRoute('', { name: 'one', match_type: 'exact_path' }),
          onRoute('', { name: 'two', match_type: 'exact_path', match: '/shop/' }),
        ),
        good: inOneFile(
          onRoute('', { name: 'one', match_type: 'exact_path' }),
          onRoute('', { name: 'two', match_type: 'exact_path', match: '/cart/' }),
        ),
        check: equalBut('by a final slash', withoutSlash),
      },
    },
  ),
  ...resourceRules(
    { group: 'route', source: 'route-selectors', kinds: ['https-route'] },
    {
      'route-edge-kind': {
        severity: always('error'),
        source: 'routes',
        fields: ['edge_id'],
        isMust: true,
        judgesBodies: false,
        summary: 'A route refers to something other than an HTTPS edge.',
        why: 'Only HTTPS edges have routes, so creating this one returns 404.',
        bad: onRoute('', { edge_id: 'edgtls_2Ab' }),
        good: onRoute('', { edge_id: 'edghts_2Ab' }),
        check({ spec }, report, context) {
          const id = spec['edge_id'];
          const other = typeof id === 'string' ? otherKind(id, 'https-edge') : undefined;
          if (typeof id !== 'string' || other === undefined) return;
          const named = namedIdOf(id, context);
          // A named id is reported once where it is named, however many routes use the name.
          report({
            at: named === undefined ? { path: ['edge_id'] } : { place: named.place },
            message: `a route needs an HTTPS edge, but ${quoted(id)} looks like the id of ${oneOf(other)}`,
            help: idHelp('https-edge'),
          });
        },
      },
      'route-edge-required': {
        severity: always('error'),
        source: 'routes',
        isMust: true,
        judgesBodies: false,
        summary: 'A route has no `edge_id`.',
        why: '`edge_id` is part of the request path, so without it the route cannot be created.',
        bad: onRoute('', { edge_id: undefined }),
        good: onRoute(),
        check(subject, report, context) {
          const { edge_id: edge } = subject.spec;
          if (isGiven(edge) || (edge === undefined && isWritten(subject, ['edge_id'], context))) return;
          const ids = context.workspace?.environments.get(context.environment)?.ids.keys() ?? [];
          const edges = [...ids].filter((name) => name.startsWith('https-edge/'));
          report({
            at: edge === undefined ? { path: [], on: 'key' } : { path: ['edge_id'] },
            message: `route \`${subject.name}\` has no \`edge_id\``,
            help:
              edges.length > 0 && edges.length <= 12
                ? edges.length === 1
                  ? `write \`edge_id: ${edges.join('')}\``
                  : `write \`edge_id:\` and one of \`${edges.join('`, `')}\``
                : 'name the HTTPS edge in `ids` of the environment, and write `edge_id: https-edge/main`',
          });
        },
      },
      'route-match-host': {
        severity: recommended('warn'),
        fields: ['match'],
        standard: 'RFC 1123',
        summary: 'The host in the `match` of a route is not in its normal form.',
        why: 'Requests carry hosts in lower case and ASCII, without a port, so another spelling may match nothing.',
        fix: 'safe',
        bad: onRoute('', { match: 'Shop.Example.com/cart' }),
        good: onRoute('', { match: 'shop.example.com/cart' }),
        check({ spec }, report) {
          const match = spec['match'];
          if (typeof match !== 'string' || matchMistake(match) !== 'host') return;
          const { host, path } = splitMatch(match);
          const meant = normalHost(host) + path;
          const isMended = matchMistake(meant) === undefined;
          report({
            at: { path: ['match'], within: { start: 0, end: host.length } },
            message: isMended
              ? `${quoted(host)} is not in its normal form ${quoted(normalHost(host))}`
              : `${quoted(host)} is not a valid host name`,
            fix: isMended ? replacement('safe', ['match'], meant) : undefined,
          });
        },
      },
      'route-match-normal-form': {
        severity: recommended('warn'),
        fields: ['match'],
        standard: 'RFC 3986 6.2.2',
        summary: 'The path in the `match` of a route is not in normal form.',
        why: 'Clients and proxies normalize paths before the edge sees them, so another spelling may match no request.',
        fix: 'unsafe',
        bad: onRoute('', { match: '/shop//cart' }),
        good: onRoute('', { match: '/shop/cart' }),
        check({ spec }, report) {
          const match = spec['match'];
          if (typeof match !== 'string' || matchMistake(match) !== 'path') return;
          const { host, path } = splitMatch(match);
          const meant = host + normalPath(path);
          report({
            at: { path: ['match'] },
            message: `${quoted(match)} is not in its normal form ${quoted(meant)}`,
            fix: replacement('unsafe', ['match'], meant),
          });
        },
      },
      'route-match-pattern': {
        severity: recommended('warn'),
        fields: ['match'],
        summary: 'The `match` of a route has pattern syntax.',
        why: 'Routes match exactly or by prefix, so `*`, `{name}` and regular expressions are literal text that no real request contains.',
        fix: 'unsafe',
        bad: onRoute('', { match: '/api/*' }),
        good: onRoute('', { match: '/api/' }),
        check({ spec }, report) {
          const match = spec['match'];
          if (typeof match !== 'string' || matchMistake(match) !== 'pattern') return;
          const part = patternIn(match);
          if (part === undefined) return;
          const stars = ['/**', '/*'].find((end) => match.endsWith(end));
          const prefix = stars === undefined ? undefined : match.slice(0, 1 - stars.length);
          const isMended =
            spec['match_type'] === 'path_prefix' &&
            prefix !== undefined &&
            matchMistake(prefix) === undefined;
          report({
            at: { path: ['match'], within: part },
            message: `${quoted(match.slice(part.start, part.end))} is literal text: routes match exactly or by prefix`,
            fix: isMended ? replacement('unsafe', ['match'], prefix) : undefined,
            help: isMended ? undefined : 'use `match_type: path_prefix` and the fixed beginning of the path',
          });
        },
      },
      'route-match-query': {
        severity: recommended('warn'),
        fields: ['match'],
        summary: 'The `match` of a route has a query or a fragment.',
        why: 'Routes match by host and path only, so a `match` with a query or a fragment matches nothing.',
        fix: 'unsafe',
        bad: onRoute('', { match: '/search?q=' }),
        good: onRoute('', { match: '/search' }),
        check({ spec }, report) {
          const match = spec['match'];
          if (typeof match !== 'string' || matchMistake(match) !== 'query') return;
          const cut = match.search(/[?#]/);
          const rest = match.slice(0, cut);
          report({
            at: { path: ['match'], within: { start: cut, end: match.length } },
            message: `${quoted(match)} has ${match[cut] === '?' ? 'a query' : 'a fragment'}; routes match by host and path`,
            fix: rest === '' ? undefined : replacement('unsafe', ['match'], rest),
          });
        },
      },
      'route-match-required': {
        severity: recommended('error'),
        summary: 'A route has no selector.',
        why: 'The API does not create a route without a `match`.',
        bad: onRoute('', { match: undefined }),
        good: onRoute(),
        check(subject, report, context) {
          for (const name of ['match_type', 'match'] as const) {
            if (subject.spec[name] !== undefined || isWritten(subject, [name], context)) continue;
            report({
              at: { path: [], on: 'key' },
              severity: isExisting(subject, context) ? 'warn' : undefined,
              message: `route \`${subject.name}\` has no \`${name}\``,
              help:
                name === 'match'
                  ? `add \`match: /${subject.name}\`, or another path, a host, or a host followed by a path`
                  : 'add `match_type: path_prefix` or `match_type: exact_path`',
            });
          }
        },
      },
      'route-match-scheme': {
        severity: always('error'),
        fields: ['match'],
        isMust: true,
        summary: 'The `match` of a route is a URL.',
        why: 'A `match` is a path, a host, or a host followed by a path; the API rejects a URL.',
        fix: 'unsafe',
        bad: onRoute('', { match: 'https://shop.example.com/cart' }),
        good: onRoute('', { match: 'shop.example.com/cart' }),
        check({ spec }, report) {
          const match = spec['match'];
          if (typeof match !== 'string' || matchMistake(match) !== 'scheme') return;
          const rest = match.slice(match.indexOf('://') + 3);
          report({
            at: { path: ['match'], within: { start: 0, end: match.length - rest.length } },
            message: `${quoted(match)} has a scheme; expected a path, a host, or both`,
            fix: rest === '' ? undefined : replacement('unsafe', ['match'], rest),
          });
        },
      },
      'route-match-shape': {
        severity: always('error'),
        fields: ['match'],
        isMust: true,
        summary: 'The `match` of a route is neither a path nor a host.',
        why: 'A `match` is a path, a host, or a host followed by a path; the API rejects anything else.',
        fix: 'unsafe',
        bad: onRoute('', { match: 'shop' }),
        good: onRoute(),
        check({ spec }, report) {
          const match = spec['match'];
          if (typeof match !== 'string') return;
          const mistake = matchMistake(match);
          if (mistake !== 'empty' && mistake !== 'shape') return;
          const asPath = `/${match.trim()}`;
          const isClear = mistake === 'shape' && !match.includes('@') && matchMistake(asPath) === undefined;
          report({
            at: { path: ['match'] },
            message:
              mistake === 'empty'
                ? '`match` is empty'
                : `${quoted(match)} is neither a path nor a host: a path begins with \`/\``,
            help: 'write a path (`/shop`), a host (`shop.example.com`) or both (`shop.example.com/cart`)',
            fix: isClear ? replacement('unsafe', ['match'], asPath) : undefined,
          });
        },
      },
      'route-no-backend': {
        severity: recommended('warn'),
        source: 'backends-and-ip-policies',
        summary: 'A route has no backend and no traffic policy.',
        why: 'Requests match the route and fail, because nothing forwards or answers them.',
        bad: onRoute('', { backend: undefined }),
        good: onRoute(),
        check: withoutBackend({
          called: 'route',
          fails: 'requests fail',
          help: 'add `backend: { backend_id: … }`, or a traffic policy that answers',
        }),
      },
      'route-unprotected': {
        severity: strictOnly('info'),
        source: 'backends-and-ip-policies',
        summary: 'A route has no access control.',
        why: 'Anyone can reach the route: no login, IP restriction, webhook verification or traffic policy limits access.',
        bad: onRoute(),
        good: onRoute('ip_restriction: { ip_policy_ids: [ip-policy/office] }'),
        check(route, report) {
          const hasPolicy = route.spec['traffic_policy'] !== undefined;
          const protection = hasPolicy ? trafficTools().protectionOf(route) : moduleProtection(route);
          if (protection.length > 0) return;
          report({
            at: { path: [], on: 'key' },
            message: `route \`${route.name}\` has no access control`,
            help: 'if that is intended, turn the rule off in `lint.overrides` of edgewright.yaml, or suppress it with a comment',
          });
        },
      },
    },
  ),
];

/** Reports routes whose matches are equal in a simpler form, and different as written. */
function equalBut(difference: string, simpler: (match: string) => string): CrossRule['check'] {
  return function* (resources) {
    const routeKey = (route: Subject): string | undefined => {
      const written = normalMatchOf(route);
      return written && `${written.edge} ${written.type} ${simpler(written.match)}`;
    };
    for (const [first, ...others] of sharing(similarRoutes(resources), routeKey)) {
      for (const other of others) {
        if (normalMatchOf(other)?.match === normalMatchOf(first)?.match) continue;
        yield {
          of: other.address,
          at: { path: ['match'] },
          message: `${quoted(matchText(other))} differs from \`${first.address}\` only ${difference}`,
          related: [{ of: first.address, path: ['match'], label: 'its twin' }],
        };
      }
    }
  };
}

/**
 * Its routes as declared, and those in its ledger (if that is in the workspace: lint is offline) that are on another
 * edge or no longer declared.
 */
function routesOfOther({
  resources,
  ledger,
}: Pick<OtherEnvironment, 'resources' | 'ledger'>): readonly TrafficServer[] {
  const declared = routesIn(resources);
  const known = new Set(declared.map((route) => `${route.address} ${edgeOf(route)}`));
  const live = ledgerRoutes(ledger?.resources ?? {});
  return [...declared, ...live.filter((route) => !known.has(`${route.address} ${edgeOf(route)}`))];
}

/** The routes whose edge is known: a name without an id is not the same edge in two environments. */
function routesIn(resources: readonly Subject[]): readonly Subject[] {
  return resources.filter((resource) => resource.kind === 'https-route' && /^[^/]+$/.test(edgeOf(resource)));
}

function edgeOf({ spec }: Pick<TrafficServer, 'spec'>): string {
  const { edge_id: edge } = spec;
  return typeof edge === 'string' ? edge : '';
}

/** Whether an environment adopts the object of a resource from another one. */
function isHandedOver(
  workspace: Workspace | undefined,
  to: string,
  from: string,
  { address }: Pick<TrafficServer, 'address'>,
): boolean {
  const { adopt = [] } = workspace?.environments.get(to) ?? {};
  return adopt.some((adoption) => adoption.address === address && adoption.from === from);
}

/** Differs from the addresses of other environments, which may have the same ones. */
function mine({ address }: Subject): Subject['address'] {
  return `${address} here` as Subject['address'];
}

function selected({ kind, spec }: Subject): Selector | undefined {
  return kind === 'https-route' ? selectorOf(spec) : undefined;
}

interface CoverPair {
  readonly route: Subject;
  readonly cover: Subject;
  /** Empty if the prefix covers all of the route. */
  readonly at: string;
}

/**
 * The routes that share requests with a longer-reaching prefix, each with one: the longest that covers all of it, else,
 * for a route on all hosts, the longest on one host. A host and a path together are compared as one string, in which
 * the host ends at the first slash, so no host is a prefix of another.
 */
function* covered(routes: readonly Subject[]): Generator<CoverPair> {
  const all = routes.flatMap((route) => {
    const selector = selected(route);
    return selector === undefined ? [] : [{ route, ...selector }];
  });
  // `/` covers everything, and a host alone all of the host, so reporting them for each route would be noise.
  const prefixes = all.filter(({ pattern: { form, text } }) => form === 'prefix' && text !== '/');
  const byMatch = finder(prefixes.map(({ route, host, pattern }) => [host + pattern.text, route]));
  const byPath = finder(
    prefixes.flatMap(({ route, host, pattern }) => (host === '' ? [] : [[pattern.text, route]])),
  );
  for (const { route, host, pattern } of all) {
    const whole =
      byMatch(host + pattern.text, 'shorter') ?? (host === '' ? undefined : byMatch(pattern.text));
    if (whole !== undefined) yield { route, cover: whole, at: '' };
    if (whole !== undefined || host !== '') continue;
    // A prefix with the same path on one host is within a prefix on all hosts, and reported itself.
    const part = byPath(pattern.text, pattern.form === 'prefix' ? 'shorter' : 'any');
    if (part !== undefined) yield { route, cover: part, at: ` at \`${selected(part)?.host ?? ''}\`` };
  }
}

/** Finds the route with the longest prefix of a text; of several equal ones, the first. */
function finder(
  prefixes: readonly (readonly [string, Subject])[],
): (text: string, which?: 'any' | 'shorter') => Subject | undefined {
  const { patterns, parents, find } = prefixPartition(prefixes.map(([text]) => ({ form: 'prefix', text })));
  const routes = new Map([...prefixes].reverse());
  return (text, which = 'any') => {
    const found = find(text);
    const isSame = which === 'shorter' && patterns[found]?.text === text;
    return routes.get(patterns[isSame ? (parents[found] ?? -1) : found]?.text ?? '');
  };
}

/** The entry of `ids` that names the id. */
function namedIdOf(id: string, { workspace, environment }: RuleContext): NamedId | undefined {
  const ids = workspace?.environments.get(environment)?.ids.values() ?? [];
  return [...ids].find((candidate) => candidate.id === id);
}

function onEdges(production: string, staging: string): string {
  return besideFiles(
    inOneFile(
      onRoute('', { name: 'all', environments: '[production]', match: '/' }),
      onRoute('', { name: 'login', environments: '[staging]', match: '/login' }),
    ),
    {
      'environments/production.yaml': `ids: { https-edge/main: ${production}, backend/shop: bkdhr_2NC }`,
      'environments/staging.yaml': `ids: { https-edge/main: ${staging}, backend/shop: bkdhr_2ST }`,
    },
  );
}
