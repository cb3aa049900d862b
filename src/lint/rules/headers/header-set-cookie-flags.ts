import { headerChanges, headerText, addedValue } from '../../domain/values/http-header.ts';
import { strictOnly } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-set-cookie-flags',
  group: 'headers',
  severity: strictOnly('info'),
  source: 'http-headers',
  standard: 'RFC 6265 4.1.2',
  isMust: false,
  summary: 'A cookie is set without Secure, HttpOnly or SameSite.',
  why: 'Without `Secure` a cookie is sent over plain HTTP, without `HttpOnly` scripts can read it, and without `SameSite` other sites can send it.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['response_headers'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers:
    add: { set-cookie: a=b; Secure }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers:
    add: { set-cookie: a=b; Secure; HttpOnly; SameSite=Lax }
`,
  check({ spec }, report) {
    const changes = headerChanges(spec).find(({ module }) => module === 'response_headers');
    const cookie = addedValue(changes, 'set-cookie');
    const text = cookie === undefined ? undefined : headerText(cookie.value)?.toLowerCase();
    if (cookie === undefined || text === undefined) return;
    const lacks = ['Secure', 'HttpOnly', 'SameSite'].filter(
      (flag) => !new RegExp(`;\\s*${flag.toLowerCase()}\\b`).test(text),
    );
    if (lacks.length === 0) return;
    report({ at: { path: cookie.path }, message: `the cookie is set without \`${lacks.join('` and `')}\`` });
  },
} satisfies ResourceRule;
