import { quoted } from '../../../model/problem.ts';
import { isEmailDomain, isEmailAddress } from '../../domain/values/email.ts';
import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-email-case',
  group: 'oauth',
  severity: recommended('warn'),
  source: 'oauth',
  isMust: false,
  summary: 'An allowed e-mail address or domain is not in lower case.',
  why: 'Providers report addresses in lower case, and whether the comparison is case-sensitive is not documented, so the user may be locked out.',
  fix: 'safe',
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
        email_domains: [Example.com]
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
      for (const list of ['email_addresses', 'email_domains']) {
        for (const { text, index } of textItems(config[list])) {
          const meant = text.toLowerCase();
          const isSound = list === 'email_domains' ? isEmailDomain(text) : isEmailAddress(text);
          if (text === meant || !isSound) continue;
          const at = [...path, list, index];
          report({
            at: { path: at },
            message: `${quoted(text)} is not in lower case`,
            fix: { safety: 'safe', title: `write ${quoted(meant)}`, changes: [{ replace: at, with: meant }] },
          });
        }
      }
    }
  },
} satisfies ResourceRule;
