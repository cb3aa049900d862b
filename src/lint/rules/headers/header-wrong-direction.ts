import { quoted } from '../../../model/problem.ts';
import { wrongDirection, headerChanges } from '../../domain/values/http-header.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-wrong-direction',
  group: 'headers',
  severity: recommended('warn'),
  source: 'http-headers',
  isMust: false,
  summary: 'A request header is added to responses, or a response header to requests.',
  why: 'The recipient ignores the header: a request header means nothing in a response, and a response header means nothing in a request.',
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
    add: { strict-transport-security: max-age=31536000 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers:
    add: { strict-transport-security: max-age=31536000 }
`,
  check({ spec }, report) {
    for (const { module, added } of headerChanges(spec)) {
      const [here, there] = module === 'request_headers' ? ['request', 'response'] : ['response', 'request'];
      for (const { name, path } of added) {
        if (wrongDirection[module]?.includes(name.toLowerCase()) !== true) continue;
        report({
          at: { path, on: 'key' },
          message: `${quoted(name)} is a ${there} header, but is added to the ${here}`,
        });
      }
    }
  },
} satisfies ResourceRule;
