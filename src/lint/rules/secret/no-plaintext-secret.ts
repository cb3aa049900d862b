import {
  declareSecret,
  literalSecrets,
  isPlaceholder,
  secretName,
} from '../../domain/secrets/secret-field.ts';
import { always } from '../../domain/specs/severity.ts';
import type { DocumentRule } from '../../rule.ts';

export default {
  scope: 'document',
  id: 'no-plaintext-secret',
  group: 'secret',
  severity: always('error'),
  source: 'secrets-in-files',
  isMust: false,
  summary: 'A secret is in a file as plain text.',
  why: 'Everyone who can read the repository, now or later, can read the secret; if it was ever committed, change it.',
  fix: 'none',
  ignorable: false,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: github, secret: hunter2hunter2 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: github, secret: $(secret:WEBHOOK_SECRET) }
`,
  *check(_document, { meaning }) {
    for (const { name, path, text } of literalSecrets(meaning)) {
      if (isPlaceholder(text)) continue;
      const isVariable = text.includes('$(');
      yield {
        at: { path },
        message: isVariable
          ? `\`${name}\` has a variable, but only \`$(secret:NAME)\` keeps it secret`
          : `\`${name}\` is in the file as plain text`,
        help: declareSecret(name, secretName(meaning, name)),
        ...(isVariable ? {} : { sensitive: true as const }),
      };
    }
  },
} satisfies DocumentRule;
