import { headerChanges } from '../../domain/values/http-header.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-count',
  group: 'headers',
  severity: recommended('info'),
  source: 'http-headers',
  isMust: false,
  summary: 'A module adds a large number of headers.',
  why: 'Servers limit the number of headers, often to about 100, and reject messages with more.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['request_headers', 'response_headers'],
  options: { max_headers: 32 },
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers:
    add:
      x-0: a
      x-1: a
      x-2: a
      x-3: a
      x-4: a
      x-5: a
      x-6: a
      x-7: a
      x-8: a
      x-9: a
      x-10: a
      x-11: a
      x-12: a
      x-13: a
      x-14: a
      x-15: a
      x-16: a
      x-17: a
      x-18: a
      x-19: a
      x-20: a
      x-21: a
      x-22: a
      x-23: a
      x-24: a
      x-25: a
      x-26: a
      x-27: a
      x-28: a
      x-29: a
      x-30: a
      x-31: a
      x-32: a
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers:
    add: { x-a: b }
`,
  check({ spec }, report, { options }) {
    const limit = Number(options['max_headers']);
    for (const { module, added } of headerChanges(spec)) {
      if (added.length <= limit) continue;
      report({
        at: { path: [module, 'add'], on: 'key' },
        message: `\`${module}\` adds ${added.length} headers, usual limit ${limit}`,
      });
    }
  },
} satisfies ResourceRule;
