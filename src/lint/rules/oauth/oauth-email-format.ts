import { quoted } from '../../../model/problem.ts';
import { isEmailAddress } from '../../domain/values/email.ts';
import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { rising } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule, FixRequest } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-email-format',
  group: 'oauth',
  severity: rising,
  source: 'oauth',
  isMust: false,
  summary: 'An allowed email address is malformed.',
  why: 'Addresses are compared with the address of the user who logged in, so this entry matches no user.',
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
        email_addresses: ["Ada <ada@example.com>"]
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
        email_addresses: [ada@example.com]
`,
  check({ spec }, report) {
    for (const { path, config } of configuredProviders(spec)) {
      for (const { text, index } of textItems(config['email_addresses'])) {
        if (text.trim() === '' || isEmailAddress(text)) continue;
        const at = [...path, 'email_addresses', index];
        const inner = (/<([^<>]+)>/.exec(text)?.[1] ?? text).trim().replace(/^mailto:/, '');
        const meant = isEmailAddress(inner) ? inner : undefined;
        const changes: FixRequest['changes'] = meant === undefined ? [] : [{ replace: at, with: meant }];
        report({
          at: { path: at },
          message: `${quoted(text)} is not a valid email address`,
          ...(meant === undefined
            ? {}
            : { fix: { safety: 'unsafe', title: `write ${quoted(meant)}`, changes } }),
        });
      }
    }
  },
} satisfies ResourceRule;
