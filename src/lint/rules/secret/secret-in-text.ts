import { secretIn } from '../../../derive/secret-patterns.ts';
import type { Path, Value } from '../../../model/value.ts';
import { recommended } from '../../domain/severity.ts';
import { isTree } from '../../domain/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'secret-in-text',
  group: 'secret',
  severity: recommended('warn'),
  source: 'house',
  isMust: false,
  summary: 'A text looks as if it had a secret in it.',
  why: 'Descriptions, metadata, headers and policies are shown in plans and answered in clear. This goes by known prefixes and forms; where it is wrong, say so with `# edgewright-ignore secret-in-text: why`.',
  fix: 'none',
  fields: ['description', 'metadata', 'request_headers', 'response_headers', 'traffic_policy'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers: { add: { authorization: Bearer ghp_0123456789abcdefghij } }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers: { add: { authorization: Bearer $(secret:UPSTREAM_TOKEN) } }
`,
  *check({ spec }) {
    for (const name of shown) {
      for (const { path, within } of secretsUnder(spec[name], [name])) {
        const field = path.findLast((step) => typeof step === 'string') ?? name;
        yield {
          at: { path, within },
          message: `\`${field}\` looks as if it had a secret in it`,
          help: 'in a header or a policy, write `$(secret:NAME)` instead',
          sensitive: true,
        };
      }
    }
  },
} satisfies ResourceRule;

const shown = ['description', 'metadata', 'request_headers', 'response_headers', 'traffic_policy'];

interface Hit {
  readonly path: Path;
  readonly within: { readonly start: number; readonly end: number };
}

/** Nearly every text has none: nothing is made for those. */
function secretsUnder(value: Value | undefined, path: Path): readonly Hit[] {
  if (typeof value === 'string') {
    const within = secretIn(value);
    return within === undefined ? none : [{ path, within }];
  }
  if (Array.isArray(value))
    return (value as readonly Value[]).flatMap((item, index) => secretsUnder(item, [...path, index]));
  if (!isTree(value)) return none;
  return Object.entries(value).flatMap(([key, item]) => secretsUnder(item, [...path, key]));
}

const none: readonly Hit[] = [];
