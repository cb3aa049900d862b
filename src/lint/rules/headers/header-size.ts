import { quoted } from '../../../model/problem.ts';
import { headerChanges, headerText } from '../../domain/values/http-header.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-size',
  group: 'headers',
  severity: recommended('info'),
  source: 'http-headers',
  isMust: false,
  summary: 'A header is so long that servers may reject it.',
  why: 'Servers commonly reject header fields over about 8 KiB with 431.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['request_headers', 'response_headers'],
  options: { max_name_bytes: 256, max_value_bytes: 8192 },
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers:
    add: { x-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: b }
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
    for (const { added } of headerChanges(spec)) {
      for (const { name, path, value } of added) {
        const nameBytes = Buffer.byteLength(name);
        const valueBytes = Buffer.byteLength(headerText(value) ?? '');
        if (nameBytes > Number(options['max_name_bytes'])) {
          report({
            at: { path, on: 'key' },
            message: `a header name is ${nameBytes} bytes, usual limit ${Number(options['max_name_bytes'])} bytes`,
          });
        }
        if (valueBytes > Number(options['max_value_bytes'])) {
          report({
            at: { path },
            message: `the value of ${quoted(name)} is ${valueBytes} bytes, usual limit ${Number(options['max_value_bytes'])} bytes`,
          });
        }
      }
    }
  },
} satisfies ResourceRule;
