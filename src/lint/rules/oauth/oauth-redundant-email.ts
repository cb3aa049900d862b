import { quoted } from '../../../model/problem.ts';
import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { firstOfEach, textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-redundant-email',
  group: 'oauth',
  severity: recommended('info'),
  source: 'oauth',
  isMust: false,
  summary: 'An address is allowed whose domain is allowed as a whole.',
  why: 'A user is let in by address or by domain; with the whole domain allowed, the address changes nothing.',
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
        email_domains: [example.com]
        email_addresses: [ada@example.com]
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
      const domains = firstOfEach(textItems(config['email_domains']));
      for (const { text, index } of textItems(config['email_addresses'])) {
        const domain = text.slice(text.lastIndexOf('@') + 1).toLowerCase();
        const whole = domains.get(domain);
        if (whole === undefined || !text.includes('@')) continue;
        const at = [...path, 'email_addresses', index];
        report({
          at: { path: at },
          message: `${quoted(text)} is redundant: all of ${quoted(whole.text)} is allowed`,
          related: [{ path: [...path, 'email_domains', whole.index], label: 'the whole domain' }],
          fix: { safety: 'unsafe', title: 'delete the address', changes: [{ remove: at }] },
        });
      }
    }
  },
} satisfies ResourceRule;
