import { quoted } from '../../../model/problem.ts';
import {
  declareSecret,
  isPlaceholder,
  literalSecrets,
  secretName,
  variableIn,
} from '../../domain/secrets/secret-field.ts';
import { always } from '../../domain/specs/severity.ts';
import type { DocumentRule } from '../../rule.ts';

export default {
  scope: 'document',
  id: 'secret-placeholder',
  group: 'secret',
  severity: always('error'),
  source: 'secrets-in-files',
  isMust: false,
  summary: 'A secret is still a placeholder.',
  why: 'The placeholder would be sent as the secret, so the login or webhook fails or can be guessed.',
  fix: 'none',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: github, secret: "<WEBHOOK_SECRET>" }
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
      if (!isPlaceholder(text)) continue;
      yield {
        at: { path },
        message: `\`${name}\` is the placeholder ${quoted(text)}`,
        help: declareSecret(name, nameIn(text) ?? secretName(meaning, name)),
      };
    }
  },
} satisfies DocumentRule;

/** A suggested secret name: the variable name in the placeholder of another tool. */
function nameIn(text: string): string | undefined {
  const name =
    variableIn(text)
      ?.toUpperCase()
      .replaceAll(/[^A-Z0-9_]/g, '_') ?? '';
  return /^[A-Z]/.test(name) ? name : undefined;
}
