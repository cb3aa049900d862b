import { quoted } from '../../../model/problem.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { nestedRepetition, re2Problem } from '../../domain/values/re2.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'ua-filter-regex-portable',
  group: 'user-agent',
  severity: recommended('info'),
  source: 'user-agent-filter',
  isMust: false,
  summary: 'A user agent pattern uses features that RE2 does not support.',
  why: 'RE2 has neither lookaround nor backreferences, so the pattern matches nothing or the API rejects it; elsewhere nested repetitions can take very long.',
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
  check({ spec }, report) {
    const module = activeModule(spec, 'user_agent_filter');
    for (const list of ['allow', 'deny']) {
      for (const { text, index } of textItems(module?.[list])) {
        const problem = re2Problem(text);
        const nested = nestedRepetition(text);
        const path = ['user_agent_filter', list, index];
        if (problem?.isValidElsewhere === true) {
          report({
            at: { path, within: problem },
            message: `${quoted(text)} uses ${quoted(text.slice(problem.start, problem.end))}, which RE2 does not support`,
          });
        } else if (problem === undefined && nested !== undefined) {
          report({
            at: { path, within: nested },
            message: `${quoted(text)} uses a nested repetition, which is slow outside RE2`,
          });
        }
      }
    }
  },
} satisfies ResourceRule;
