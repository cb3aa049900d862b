import { quoted } from '../../../model/problem.ts';
import { headerChanges } from '../../domain/values/http-header.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { repeated } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-remove-duplicate',
  group: 'headers',
  severity: recommended('warn'),
  source: 'http-headers',
  isMust: false,
  summary: 'A header is listed twice in `remove`.',
  why: 'Header names are case-insensitive, so the second entry changes nothing; often a different header was meant.',
  fix: 'safe',
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
    remove: [server, Server]
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers:
    remove: [server]
`,
  check({ spec }, report) {
    for (const { module, removed } of headerChanges(spec)) {
      for (const { item, first } of repeated(removed, (text) => text.toLowerCase())) {
        const path = [module, 'remove', item.index];
        report({
          at: { path },
          message: `${quoted(item.text)} is removed twice`,
          related: [{ path: [module, 'remove', first.index], label: 'first here' }],
          fix: { safety: 'safe', title: 'delete the item', changes: [{ remove: path }] },
        });
      }
    }
  },
} satisfies ResourceRule;
