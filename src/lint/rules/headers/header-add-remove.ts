import { quoted } from '../../../model/problem.ts';
import { headerChanges, addedValue } from '../../domain/values/http-header.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-add-remove',
  group: 'headers',
  severity: recommended('warn'),
  source: 'http-headers',
  isMust: false,
  summary: 'A header is both added and removed.',
  why: 'Whether the API removes headers before or after it adds them is not documented, so the header may be present or missing.',
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
  response_headers:
    add: { server: shop }
    remove: [Server]
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers:
    add: { server: shop }
`,
  check({ spec }, report) {
    for (const changes of headerChanges(spec)) {
      for (const { text, path } of changes.removed) {
        const header = addedValue(changes, text.toLowerCase());
        if (header === undefined) continue;
        report({
          at: { path },
          message: `${quoted(text)} is both added and removed`,
          related: [{ path: header.path, on: 'key', label: 'added here' }],
        });
      }
    }
  },
} satisfies ResourceRule;
