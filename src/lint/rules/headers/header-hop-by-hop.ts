import { quoted } from '../../../model/problem.ts';
import { hopByHop, headerChanges } from '../../domain/values/http-header.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-hop-by-hop',
  group: 'headers',
  severity: recommended('warn'),
  source: 'RFC 9110 7.6.1',
  isMust: false,
  summary: 'A header that belongs to one connection is added or removed.',
  why: 'These headers speak of a single connection; every hop makes its own and drops what it was sent (RFC 9110 7.6.1).',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['request_headers', 'response_headers'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers:
    add: { connection: keep-alive }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers:
    add: { x-connection: keep-alive }
`,
  *check({ spec }) {
    for (const { added, removed } of headerChanges(spec)) {
      for (const { name, path } of added) {
        if (hopByHop.has(name.toLowerCase()))
          yield {
            at: { path, on: 'key' },
            message: `${quoted(name)} belongs to one connection, it is not passed on`,
          };
      }
      for (const { text: name, path } of removed) {
        if (hopByHop.has(name.toLowerCase()))
          yield { at: { path }, message: `${quoted(name)} belongs to one connection, it is not passed on` };
      }
    }
  },
} satisfies ResourceRule;
