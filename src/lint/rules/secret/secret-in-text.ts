import { fieldAt } from '../../../derive/fields.ts';
import { secretIn } from '../../../derive/secret-patterns.ts';
import { recommended } from '../../domain/severity.ts';
import { textsIn } from '../../domain/values.ts';
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
  *check({ kind, spec }) {
    for (const [name, value] of Object.entries(spec)) {
      for (const { path, text } of textsIn(value, [name])) {
        const found = secretIn(text);
        if (found === undefined || fieldAt(kind, path)?.secret === true) continue;
        const field = path.findLast((step) => typeof step === 'string') ?? name;
        yield {
          at: { path, within: found },
          message: `\`${field}\` looks as if it had a secret in it`,
          help: 'in a header or a policy, write `$(secret:NAME)` instead',
          sensitive: true,
        };
      }
    }
  },
} satisfies ResourceRule;
