import { quoted } from '../../../model/problem.ts';
import { framing, headerChanges } from '../../domain/values/http-header.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-framing',
  group: 'headers',
  severity: recommended('error'),
  source: 'http-headers',
  standard: 'RFC 9112 6',
  isMust: false,
  summary: 'A header that marks the end of a message is added or removed.',
  why: 'If two hops disagree about where a message ends, one request can be smuggled inside another.',
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
    add: { content-length: "0" }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers:
    add: { x-length: "0" }
`,
  check({ spec }, report) {
    for (const { added, removed } of headerChanges(spec)) {
      for (const { name, path } of added) {
        if (framing.has(name.toLowerCase()))
          report({
            at: { path, on: 'key' },
            message: `${quoted(name)} marks the end of a message and must not be changed`,
          });
      }
      for (const { text: name, path } of removed) {
        if (framing.has(name.toLowerCase()))
          report({
            at: { path },
            message: `${quoted(name)} marks the end of a message and must not be changed`,
          });
      }
    }
  },
} satisfies ResourceRule;
