import { quoted } from '../../../model/problem.ts';
import { headerChanges, headerText } from '../../domain/values/http-header.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-value-crlf',
  group: 'headers',
  severity: recommended('error'),
  source: 'http-headers',
  standard: 'RFC 9110 5.5',
  isMust: false,
  summary: 'A header value contains a line break or NUL.',
  why: 'Everything after a line break is read as the next header (header injection); the usual cause is a block scalar, which ends in a line break.',
  fix: 'unsafe',
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
      x-robots-tag: |
        noindex
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
      x-robots-tag: noindex
`,
  check({ spec }, report) {
    for (const { added } of headerChanges(spec)) {
      for (const { name, path, value } of added) {
        const text = headerText(value);
        const at = text?.search(/[\r\n\0]/) ?? -1;
        if (text === undefined || at === -1) continue;
        const stripped = text.trimEnd();
        const isMended = typeof value === 'string' && !/[\r\n\0]/.test(stripped);
        report({
          at: { path, within: { start: at, end: at + 1 } },
          message: `the value of ${quoted(name)} contains ${text[at] === '\0' ? 'a NUL' : 'a line break'}`,
          ...(isMended
            ? {
                help: 'write it on one line, or with `|-` instead of `|`',
                fix: {
                  safety: 'unsafe' as const,
                  title: 'write the value on one line',
                  changes: [{ replace: path, with: stripped }],
                },
              }
            : {
                help: 'write it on one line: `>-` instead of `|` joins the lines of a block with spaces',
              }),
        });
      }
    }
  },
} satisfies ResourceRule;
