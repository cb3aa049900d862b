import { quoted } from '../../../model/problem.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { patternSyntax } from '../../domain/values/re2.ts';
import { activeModule, textItems } from '../../domain/specs/values.ts';
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
        const { problem, nested } = patternSyntax(text);
        const path = ['user_agent_filter', list, index];
        if (problem?.kind === 'unsupported') {
          yield {
            at: { path, within: problem },
            message: `${quoted(text)} uses ${problem.what}, which RE2 does not have`,
          };
        } else if (problem === undefined && nested !== undefined) {
          yield {
            at: { path, within: nested },
            message: `${quoted(text)} uses a repetition of a repetition, which RE2 only forgives`,
          };
        }
      }
    }
  },
} satisfies ResourceRule;
