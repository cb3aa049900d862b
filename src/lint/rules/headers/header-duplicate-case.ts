import { quoted } from '../../../model/problem.ts';
import { headerChanges, type AddedHeader } from '../../domain/values/http-header.ts';
import { rising } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-duplicate-case',
  group: 'headers',
  severity: rising,
  source: 'http-headers',
  isMust: false,
  summary: 'A header is added twice, in different letter case.',
  why: 'Header names are case-insensitive; whether one value wins or both are sent is not documented.',
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
    add:
      X-Shop: books
      x-shop: more books
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers:
    add:
      x-shop: books
`,
  check({ spec }, report) {
    for (const { added } of headerChanges(spec)) {
      const firsts = new Map<string, AddedHeader>();
      for (const header of added) {
        const first = firsts.get(header.name.toLowerCase());
        if (first === undefined) firsts.set(header.name.toLowerCase(), header);
        else {
          report({
            at: { path: header.path, on: 'key' },
            message: `${quoted(header.name)} is the same header as ${quoted(first.name)}`,
            related: [{ path: first.path, on: 'key', label: 'first here' }],
          });
        }
      }
    }
  },
} satisfies ResourceRule;
