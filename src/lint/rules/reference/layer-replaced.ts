import { quoted } from '../../../derive/problem.ts';
import { lostHeaders } from '../../domain/replaced-headers.ts';
import { recommended } from '../../domain/severity.ts';
import { isTree } from '../../domain/values.ts';
import { type ResourceRule, valueAt } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'layer-replaced',
  group: 'reference',
  severity: recommended('warn'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A layer replaces the headers of one below and loses some of them.',
  why: "A module replaces that of the layer below whole, which is the API's own rule (API 4.10 rule 2): headers that the preset adds are gone unless they are written again.",
  fix: 'unsafe',
  kinds: ['https-route'],
  fields: ['request_headers', 'response_headers'],
  bad: `kind: https-route
name: shop
uses: [secure-headers]
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers: { add: { x-shop: books } }
---
kind: preset
name: secure-headers
spec:
  response_headers: { add: { strict-transport-security: max-age=31536000 }, remove: [server] }
`,
  good: `kind: https-route
name: shop
uses: [secure-headers]
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: preset
name: secure-headers
spec:
  response_headers: { add: { strict-transport-security: max-age=31536000 }, remove: [server] }
`,
  *check(subject, context) {
    for (const { module, list, name, value, layer, place } of lostHeaders(subject, context)) {
      const has =
        isTree(valueAt(subject.spec, [module, list])) || Array.isArray(valueAt(subject.spec, [module, list]));
      const canInsert = list === 'add' && value !== undefined && has;
      yield {
        at: { path: [module], on: 'key' },
        message: `\`${module}\` loses ${quoted(name)}, which \`${layer}\` ${list === 'add' ? 'adds' : 'removes'}`,
        help: 'a module replaces that of the layer below whole: write it again, or leave the module to the layer below',
        related: [{ place, label: 'lost' }],
        ...(canInsert
          ? {
              fix: {
                safety: 'unsafe' as const,
                title: `copy ${quoted(name)}`,
                changes: [{ insert: [module, 'add'], key: name, value }],
              },
            }
          : {}),
      };
    }
  },
} satisfies ResourceRule;
