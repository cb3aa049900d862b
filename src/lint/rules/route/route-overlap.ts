import { quoted } from '../../../model/problem.ts';
import { prefixPartition } from '../../../routing/prefix-partition.ts';
import { selectorOf, type Selector } from '../../../routing/selector.ts';
import { sharing } from '../../domain/specs/identity.ts';
import { matchText } from '../../domain/specs/route-selector.ts';
import { strictOnly } from '../../domain/specs/severity.ts';
import type { CrossRule, Subject } from '../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['https-route'],
  id: 'route-overlap',
  group: 'route',
  severity: strictOnly('info'),
  source: 'route-precedence',
  isMust: false,
  summary: 'A prefix covers the `match` of another route of the same edge.',
  why: 'Which route wins is not documented; Edgewright assumes exact before prefix and longer before shorter.',
  fix: 'none',
  bad: `kind: https-route
name: one
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: https-route
name: two
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop/cart
  backend: { backend_id: backend/shop }
`,
  good: `kind: https-route
name: one
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: https-route
name: two
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /cart
  backend: { backend_id: backend/shop }
`,
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
} satisfies CrossRule;

function selected({ kind, spec }: Subject): Selector | undefined {
  return kind === 'https-route' ? selectorOf(spec) : undefined;
}

interface Covered {
  readonly route: Subject;
  readonly cover: Subject;
  /** Empty if the prefix covers all of the route. */
  readonly at: string;
}

/**
 * The routes that share requests with a longer-reaching prefix, each with one: the longest that covers all of it, else,
 * for a route on all hosts, the longest on one host. A host and a path together are compared as one string, in which the
 * host ends at the first slash, so no host is a prefix of another.
 */
function* covered(routes: readonly Subject[]): Generator<Covered> {
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
