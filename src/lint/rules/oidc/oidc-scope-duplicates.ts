import { quoted } from '../../../model/problem.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { textItems, repeated } from '../../domain/specs/values.ts';
import type { ResourceRule, Finding } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oidc-scope-duplicates',
  group: 'oidc',
  severity: recommended('warn'),
  source: 'oidc',
  isMust: false,
  summary: 'An OIDC scope is repeated or blank.',
  why: 'Some providers reject a request that repeats a scope.',
  fix: 'safe',
  kinds: ['https-route'],
  fields: ['oidc'],
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
    scopes: [openid, openid]
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
    scopes: [openid]
`,
  check({ spec }, report) {
    const items = textItems(activeModule(spec, 'oidc')?.['scopes']);
    for (const { text, index } of items) {
      if (text.trim() === '') report(found(index, `item ${index + 1} of \`scopes\` is blank`));
    }
    for (const { item } of repeated(
      items.filter(({ text }) => text.trim() !== ''),
      (text) => text,
    )) {
      report(found(item.index, `${quoted(item.text)} is listed twice in \`scopes\``));
    }
  },
} satisfies ResourceRule;

function found(index: number, message: string): Finding {
  const path = ['oidc', 'scopes', index];
  return {
    at: { path },
    message,
    fix: { safety: 'safe', title: 'delete the item', changes: [{ remove: path }] },
  };
}
