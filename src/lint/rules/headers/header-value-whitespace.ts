import { quoted } from '../../../model/problem.ts';
import { headerChanges } from '../../domain/values/http-header.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-value-whitespace',
  group: 'headers',
  severity: recommended('warn'),
  source: 'http-headers',
  standard: 'RFC 9110 5.5',
  isMust: false,
  summary: 'A header value begins or ends with white space.',
  why: 'Leading and trailing white space is stripped in transit, so the recipient sees a different value.',
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
    add: { x-shop: " books" }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers:
    add: { x-shop: books }
`,
  check({ spec }, report) {
    for (const { added } of headerChanges(spec)) {
      for (const { name, path, value } of added) {
        if (typeof value !== 'string' || /[\r\n\0]/.test(value)) continue;
        const meant = trimmed(value);
        if (meant === value) continue;
        const where = meant === '' ? 'is nothing but' : value.startsWith(meant) ? 'ends with' : 'begins with';
        report({
          at: { path },
          message: `the value of ${quoted(name)} ${where} white space`,
          fix: {
            safety: 'safe',
            title: 'take the white space off',
            changes: [{ replace: path, with: meant }],
          },
        });
      }
    }
  },
} satisfies ResourceRule;

/** Removes the white space that a header value loses in transit: spaces and tabs, nothing else (RFC 9110 5.6.3). */
function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value[start])) start++;
  while (end > start && isBlank(value[end - 1])) end--;
  return value.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
