import { literalSecrets, isPlaceholder } from '../../domain/specs/secret-field.ts';
import { always } from '../../domain/specs/severity.ts';
import type { DocumentRule } from '../../rule.ts';

export default {
  scope: 'document',
  id: 'no-plaintext-secret',
  group: 'secret',
  severity: always('error'),
  source: 'inferred from API 2.9',
  isMust: false,
  summary: 'A secret is written out in a file.',
  why: 'What is in the repository is known to everybody who can read it, for ever; these fields are sensitive (API 2.9). Write `$(secret:NAME)`, and change the secret if this was ever committed.',
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
          ? `\`${name}\` takes a variable, but only \`$(secret:NAME)\` keeps it secret`
          : `\`${name}\` is written out in the file`,
        help: `write \`${name}: $(secret:NAME)\`, and NAME under \`secrets\` in edgewright.yaml`,
        ...(isVariable ? {} : { sensitive: true as const }),
      };
    }
  },
} satisfies DocumentRule;
