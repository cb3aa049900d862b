import { quoted } from '../../../model/problem.ts';
import { headerChanges, addedValue } from '../../domain/values/http-header.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-host-removed',
  group: 'headers',
  severity: recommended('warn'),
  source: 'http-headers',
  isMust: false,
  summary: 'The Host header is removed and not replaced.',
  why: 'An HTTP/1.1 request without `Host` gets the response 400, so the upstream rejects every request.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['request_headers'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers:
    remove: [host]
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers:
    remove: [x-host]
`,
  check({ spec }, report) {
    const changes = headerChanges(spec).find(({ module }) => module === 'request_headers');
    const host = changes?.removed.find(({ text }) => text.toLowerCase() === 'host');
    if (host === undefined || addedValue(changes, 'host') !== undefined) return;
    report({
      at: { path: host.path },
      message: `${quoted(host.text)} is removed from the request and not replaced`,
      help: 'to send a different one, write `add: { host: … }`',
    });
  },
} satisfies ResourceRule;
