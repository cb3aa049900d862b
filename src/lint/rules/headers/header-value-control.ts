import { quoted } from '../../../model/problem.ts';
import { isInvisible } from '../../../text/hidden-characters.ts';
import { headerChanges, headerText } from '../../domain/values/http-header.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-value-control',
  group: 'headers',
  severity: recommended('warn'),
  source: 'http-headers',
  standard: 'RFC 9110 5.5',
  isMust: false,
  summary: 'A header value has control or non-ASCII characters.',
  why: 'Header values are visible ASCII, spaces and tabs; recipients may drop, replace or misread anything else.',
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
    add: { x-shop: Bücher }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers:
    add: { x-shop: B%C3%BCcher }
`,
  check({ spec }, report) {
    for (const { added } of headerChanges(spec)) {
      for (const { name, path, value } of added) {
        const found = unsafe.exec(headerText(value) ?? '');
        if (found === null) continue;
        const what = wordFor(found[0]);
        report({
          at: { path, within: { start: found.index, end: found.index + found[0].length } },
          message: `the value of ${quoted(name)} contains ${what}`,
        });
      }
    }
  },
} satisfies ResourceRule;

function wordFor(character: string): string {
  if (/[\0-\x1f\x7f-\x9f]/.test(character)) return 'a control character';
  return isInvisible(character) ? 'an invisible character' : quoted(character);
}

/** Everything except visible ASCII, space and tab; line breaks and NUL have a rule of their own. */
const unsafe = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\u{10ffff}]/u;
