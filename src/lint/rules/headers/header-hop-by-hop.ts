import { quoted } from '../../../model/problem.ts';
import { hopByHop, headerChanges } from '../../domain/values/http-header.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-hop-by-hop',
  group: 'headers',
  severity: recommended('warn'),
  source: 'http-headers',
  standard: 'RFC 9110 7.6.1',
  isMust: false,
  summary: 'A header of a single connection is added or removed.',
  why: 'These headers describe a single connection; every hop replaces or drops them, so this has no effect.',
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
  check({ spec }, report) {
    for (const { added, removed } of headerChanges(spec)) {
      for (const { name, path } of added) {
        if (hopByHop.has(name.toLowerCase()))
          report({
            at: { path, on: 'key' },
            message: `${quoted(name)} belongs to one connection and is not forwarded`,
          });
      }
      for (const { text: name, path } of removed) {
        if (hopByHop.has(name.toLowerCase()))
          report({ at: { path }, message: `${quoted(name)} belongs to one connection and is not forwarded` });
      }
    }
  },
} satisfies ResourceRule;
