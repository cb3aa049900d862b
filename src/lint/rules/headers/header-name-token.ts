import { quoted } from '../../../model/problem.ts';
import { token, headerChanges } from '../../domain/values/http-header.ts';
import { isInvisible } from '../../../text/hidden-characters.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule, Finding, At, FixChange } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-name-token',
  group: 'headers',
  severity: recommended('error'),
  source: 'http-headers',
  standard: 'RFC 9110 5.6.2',
  isMust: false,
  summary: 'A header name has characters that are not allowed in header names.',
  why: 'Such a name breaks the message, or one header is read as two.',
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
  request_headers:
    add: { "x team:": payments }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers:
    add: { x-team: payments }
`,
  check({ spec }, report) {
    for (const { added, removed } of headerChanges(spec)) {
      for (const { name, path } of added) {
        if (!token.test(name)) report(wrong(name, { path, on: 'key' }, (to) => ({ rename: path, to })));
      }
      for (const { text, path } of removed) {
        if (!token.test(text)) report(wrong(text, { path }, (to) => ({ replace: path, with: to })));
      }
    }
  },
} satisfies ResourceRule;

function wrong(name: string, at: At, change: (to: string) => FixChange): Finding {
  const meant = name
    .trim()
    .replace(/:$/, '')
    .trim()
    .replaceAll(/[\s_]+/g, '-');
  const message =
    name === '' ? 'a header name is empty' : `${quoted(name)} cannot be a header name${reason(name)}`;
  if (!token.test(meant)) return { at, message };
  return {
    at,
    message,
    fix: { safety: 'unsafe', title: `write ${quoted(meant)}`, changes: [change(meant)] },
  };
}

function reason(name: string): string {
  if (name.startsWith(':')) return ': names with a leading `:` belong to HTTP/2 itself';
  const found = Array.from(name).find((character) => !token.test(character));
  if (found === undefined) return '';
  if (found === ' ') return ': it contains a space';
  return isInvisible(found) ? ': it contains an invisible character' : `: ${quoted(found)} is not allowed`;
}
