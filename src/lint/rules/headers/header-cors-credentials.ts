import { headerChanges, addedValue } from '../../domain/values/http-header.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-cors-credentials',
  group: 'headers',
  severity: recommended('warn'),
  source: 'http-headers',
  standard: 'Fetch standard, CORS protocol',
  isMust: false,
  summary: 'CORS allows every origin, with credentials.',
  why: 'Browsers reject `Access-Control-Allow-Origin: *` together with credentials, so such requests fail.',
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
    add:
      access-control-allow-origin: "*"
      access-control-allow-credentials: "true"
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
      access-control-allow-origin: https://shop.example.com
      access-control-allow-credentials: "true"
`,
  check({ spec }, report) {
    const changes = headerChanges(spec).find(({ module }) => module === 'response_headers');
    const origin = addedValue(changes, 'access-control-allow-origin');
    const credentials = addedValue(changes, 'access-control-allow-credentials');
    if (origin?.value !== '*' || credentials?.value !== 'true') return;
    report({
      at: { path: origin.path },
      message: 'browsers reject the origin `*` when credentials are allowed',
      help: 'write the one origin that may send credentials, such as `https://app.example.com`',
      related: [{ path: credentials.path, on: 'entry', label: 'credentials are allowed here' }],
    });
  },
} satisfies ResourceRule;
