import { quoted } from '../../../model/problem.ts';
import { isEmailDomain } from '../../domain/values/email.ts';
import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { rising } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule, FixRequest } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-email-domain-format',
  group: 'oauth',
  severity: rising,
  source: 'oauth',
  isMust: false,
  summary: 'An allowed email domain is malformed.',
  why: "Domains are compared with the part after the `@` of the user's address, so this entry matches no user.",
  fix: 'unsafe',
  kinds: ['https-route'],
  fields: ['oauth'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oauth:
    provider:
      github:
        email_domains: ["@example.com"]
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oauth:
    provider:
      github:
        email_domains: [example.com]
`,
  check({ spec }, report) {
    for (const { path, config } of configuredProviders(spec)) {
      for (const { text, index } of textItems(config['email_domains'])) {
        if (text.trim() === '' || isEmailDomain(text)) continue;
        const at = [...path, 'email_domains', index];
        const inner = text
          .trim()
          .replace(/^(?:https?:\/\/)?(?:[^@/]*@)?(?:\*\.)?/, '')
          .replace(/\/$/, '');
        const meant = isEmailDomain(inner) ? inner : undefined;
        const changes: FixRequest['changes'] = meant === undefined ? [] : [{ replace: at, with: meant }];
        report({
          at: { path: at },
          message: `${quoted(text)} is not a valid email domain`,
          ...(meant === undefined
            ? {}
            : { fix: { safety: 'unsafe', title: `write ${quoted(meant)}`, changes } }),
        });
      }
    }
  },
} satisfies ResourceRule;
