import type { Tree } from '../../../derive/forms/tree.ts';
import { quoted } from '../../../model/problem.ts';
import type { Path } from '../../../model/value.ts';
import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { TakeFinding, ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'scope-separator',
  group: 'session',
  severity: recommended('warn'),
  source: 'oauth',
  standard: 'RFC 6749 3.3',
  isMust: false,
  summary: 'One scope entry has several scopes in it.',
  why: 'A scope cannot contain spaces, so the provider rejects the login or grants none of the scopes.',
  fix: 'unsafe',
  kinds: ['https-route'],
  fields: ['oauth', 'oidc'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oidc:
    issuer: https://login.example.com
    client_id: shop
    client_secret: $(secret:CLIENT_SECRET)
    scopes: [openid, email profile]
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oidc:
    issuer: https://login.example.com
    client_id: shop
    client_secret: $(secret:CLIENT_SECRET)
    scopes: [openid, email, profile]
`,
  check({ spec }, report) {
    const oidc = activeModule(spec, 'oidc');
    if (oidc !== undefined) severalIn(oidc, ['oidc', 'scopes'], report);
    for (const { config, path } of configuredProviders(spec)) severalIn(config, [...path, 'scopes'], report);
  },
} satisfies ResourceRule;

function severalIn({ scopes }: Tree, path: Path, report: TakeFinding): void {
  const items = textItems(scopes);
  for (const { text, index } of items) {
    if (!/[\s,]/.test(text)) continue;
    const parts = partsOf(text);
    if (parts.length < 2) continue;
    const meant = [...new Set(items.flatMap((item) => partsOf(item.text)))];
    report({
      at: { path: [...path, index] },
      message: `${quoted(text)} is several scopes in one entry`,
      fix: {
        safety: 'unsafe',
        title: 'write each scope as an item of its own',
        changes: [{ replace: path, with: meant }],
      },
    });
  }
}

/** Splits at spaces and commas. */
function partsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}
