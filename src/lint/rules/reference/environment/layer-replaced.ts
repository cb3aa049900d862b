import { quoted } from '../../../../model/problem.ts';
import { textOfKey, placeOf } from '../../../../edit/tree.ts';
import type { Json } from '../../../../model/value.ts';
import { lostFields, type LostFields } from '../../../domain/specs/replaced-modules.ts';
import { lostHeaders } from '../../../domain/specs/replaced-headers.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { Finding, ResourceRule } from '../../../rule.ts';
import { plainValue } from '../../../shape/plain-value.ts';

export default {
  scope: 'resource',
  id: 'layer-replaced',
  group: 'reference',
  severity: recommended('warn'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A layer replaces a module of a lower layer and loses part of it.',
  why: 'A module replaces the same module of the layer below as a whole, so fields and headers that are not repeated are lost.',
  fix: 'unsafe',
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
  check(subject, report, context) {
    for (const { module, list, name, value, layer, place } of lostHeaders(subject, context)) {
      const canInsert = list === 'add' && value !== undefined;
      report({
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
      });
    }
    for (const lost of lostFields(subject, context)) report(withoutFields(lost));
  },
} satisfies ResourceRule;

function withoutFields({ module, entries: [first, ...more], layer, source }: LostFields): Finding {
  const all = [first, ...more];
  const rest =
    more.length === 0 ? '' : more.length === 1 ? ' and 1 more field' : ` and ${more.length} more fields`;
  return {
    at: { path: [module], on: 'key' },
    message: `\`${module}\` loses ${quoted(textOfKey(first))}${rest} of \`${layer}\``,
    help: 'write the whole module here, or leave it to the layer below',
    related: [{ place: placeOf(source, first.key), label: 'lost' }],
    fix: {
      safety: 'unsafe',
      title: all.length === 1 ? `copy ${quoted(textOfKey(first))}` : `copy the ${all.length} fields`,
      changes: all.map((entry) => ({
        insert: [module],
        key: textOfKey(entry),
        value: plainValue(entry.value) as Json,
      })),
    },
  };
}
