import { sharing } from '../../domain/specs/identity.ts';
import { activeLogins } from '../../domain/specs/login-modules.ts';
import { strictOnly } from '../../domain/specs/severity.ts';
import type { CrossRule, Subject } from '../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['https-route'],
  id: 'auth-multiple-routes',
  group: 'session',
  severity: strictOnly('info'),
  source: 'sessions',
  isMust: false,
  summary: 'Several routes of an edge have a login.',
  why: 'Whether routes share a session is not documented, so users may have to log in once for each route.',
  fix: 'none',
  bad: `kind: https-route
name: a
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /a
  backend: { backend_id: backend/shop }
  oauth: { provider: { google: { email_domains: [example.com] } } }
---
kind: https-route
name: b
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /b
  backend: { backend_id: backend/shop }
  oauth: { provider: { google: { email_domains: [example.com] } } }
`,
  good: `kind: https-route
name: a
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /a
  backend: { backend_id: backend/shop }
  oauth: { provider: { google: { email_domains: [example.com] } } }
---
kind: https-route
name: b
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /b
  backend: { backend_id: backend/shop }
`,
  *check(resources) {
    for (const [first, ...others] of sharing(resources, edgeWithLogin)) {
      for (const other of others) {
        yield {
          of: other.address,
          at: { path: ['match'] },
          message: `\`${first.address}\` of the same edge has a login too: sessions may not be shared`,
          related: [{ of: first.address, path: ['match'], label: 'has a login' }],
        };
      }
    }
  },
} satisfies CrossRule;

function edgeWithLogin({ spec }: Subject): string | undefined {
  const { edge_id: edge } = spec;
  return typeof edge === 'string' && activeLogins(spec).length > 0 ? edge : undefined;
}
