import { canonicalJson } from '../../../text/hash.ts';
import { maskedValue } from '../../../derive/forms/masked.ts';
import { quoted } from '../../../model/problem.ts';
import { activeLogins } from '../../domain/specs/login-modules.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { CrossRule, Subject } from '../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['https-route'],
  id: 'session-cookie-prefix-collision',
  group: 'session',
  severity: recommended('warn'),
  source: 'sessions',
  isMust: false,
  summary: 'Two different logins of one edge use the same cookie prefix.',
  why: 'The session of one login overwrites the other, or is accepted for it.',
  fix: 'none',
  bad: `kind: https-route
name: a
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /a
  backend: { backend_id: backend/shop }
  oauth:
    provider: { google: { email_domains: [example.com] } }
    cookie_prefix: shop.
---
kind: https-route
name: b
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /b
  backend: { backend_id: backend/shop }
  oauth:
    provider: { google: { email_domains: [example.org] } }
    cookie_prefix: shop.
`,
  good: `kind: https-route
name: a
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /a
  backend: { backend_id: backend/shop }
  oauth:
    provider: { google: { email_domains: [example.com] } }
    cookie_prefix: shop.
---
kind: https-route
name: b
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /b
  backend: { backend_id: backend/shop }
  oauth:
    provider: { google: { email_domains: [example.org] } }
    cookie_prefix: docs.
`,
  *check(resources) {
    const holders = new Map<string, { subject: Subject; name: string; login: string }>();
    for (const subject of resources) {
      for (const { name, module } of activeLogins(subject.spec)) {
        const { cookie_prefix: prefix } = module;
        if (typeof prefix !== 'string' || prefix === '') continue;
        const key = JSON.stringify([subject.spec['edge_id'] ?? null, prefix]);
        const login = canonicalJson([name, maskedValue(module)]);
        const holder = holders.get(key);
        if (holder === undefined) holders.set(key, { subject, name, login });
        else if (holder.login !== login) {
          yield {
            of: subject.address,
            at: { path: [name, 'cookie_prefix'] },
            message: `${quoted(prefix)} is also the cookie prefix of \`${holder.subject.address}\`, with a different login`,
            related: [
              { of: holder.subject.address, path: [holder.name, 'cookie_prefix'], label: 'the other login' },
            ],
          };
        }
      }
    }
  },
} satisfies CrossRule;
