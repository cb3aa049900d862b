import { quoted } from '../../../model/problem.ts';
import { forwarding, headerChanges } from '../../domain/values/http-header.ts';
import { strictOnly } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-forwarded-override',
  group: 'headers',
  severity: strictOnly('info'),
  source: 'http-headers',
  isMust: false,
  summary: 'A header that tells where a request came from is set to a fixed value.',
  why: "Upstreams trust these headers for the client's address and scheme; a fixed value hides where a request came from.",
  fix: 'none',
  kinds: ['https-route'],
  fields: ['request_headers'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers:
    add: { x-forwarded-proto: https }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers:
    add: { x-proto: https }
`,
  check({ spec }, report) {
    for (const { module, added } of headerChanges(spec)) {
      if (module !== 'request_headers') continue;
      for (const { name, path } of added) {
        if (!forwarding.has(name.toLowerCase())) continue;
        report({ at: { path, on: 'key' }, message: `${quoted(name)} hides where the request came from` });
      }
    }
  },
} satisfies ResourceRule;
