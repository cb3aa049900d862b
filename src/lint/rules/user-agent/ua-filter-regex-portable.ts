import { quoted } from '../../../derive/problem.ts';
import { recommended } from '../../domain/severity.ts';
import { regexProblem, notPortableIn } from '../../domain/user-agent-pattern.ts';
import { activeModule, textItems } from '../../domain/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'ua-filter-regex-portable',
  group: 'user-agent',
  severity: recommended('info'),
  source: 'house',
  isMust: false,
  summary: 'A user agent pattern uses what RE2 does not have.',
  why: 'Services of this shape run patterns with RE2, which has neither lookaround nor backreferences; elsewhere, a repetition of a repetition can take very long.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['user_agent_filter'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  user_agent_filter: { enabled: true, deny: ["curl(?!/8)"] }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  user_agent_filter: { enabled: true, deny: ["curl/[0-7]"] }
`,
  *check({ spec }) {
    const module = activeModule(spec, 'user_agent_filter');
    for (const list of ['allow', 'deny']) {
      for (const { text, index } of textItems(module?.[list])) {
        const part = notPortableIn(text);
        if (part === undefined || regexProblem(text) !== undefined) continue;
        yield {
          at: { path: ['user_agent_filter', list, index], within: part },
          message: `${quoted(text)} uses ${part.what}, which RE2 ${part.what.startsWith('a repetition') ? 'only forgives' : 'does not have'}`,
        };
      }
    }
  },
} satisfies ResourceRule;
