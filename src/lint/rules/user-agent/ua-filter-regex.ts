import { quoted } from '../../../model/problem.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { re2Problem } from '../../domain/values/re2.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'ua-filter-regex',
  group: 'user-agent',
  severity: recommended('warn'),
  source: 'user-agent-filter',
  isMust: false,
  summary: 'A user agent pattern is not a valid regular expression.',
  why: 'A pattern that does not compile matches nothing, or the API rejects the whole module.',
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
  user_agent_filter: { enabled: true, deny: ["curl("] }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  user_agent_filter: { enabled: true, deny: ["curl"] }
`,
  check({ spec }, report) {
    const module = activeModule(spec, 'user_agent_filter');
    for (const list of ['allow', 'deny']) {
      for (const { text, index } of textItems(module?.[list])) {
        const problem = re2Problem(text);
        if (problem === undefined || problem.isValidElsewhere) continue;
        report({
          at: { path: ['user_agent_filter', list, index], within: problem },
          message: `${quoted(text)} is not a valid regular expression: ${problem.what}`,
          help: helpFor(problem.what, text.charAt(problem.start)),
        });
      }
    }
  },
} satisfies ResourceRule;

/** How to complete the pattern, or how to escape the character where the problem is. */
function helpFor(problem: string, character: string): string {
  if (problem.endsWith(' )')) return 'close the group with `)`, or write `\\(` for the character itself';
  if (problem.endsWith(' ]')) return 'close the bracket with `]`, or write `\\[` for the character itself';
  if (character === '*') return 'write `.*` for any text, or `\\*` for the character itself';
  if (/[+?)\]{}|.^$]/.test(character)) return `write \`\\${character}\` for the character itself`;
  return 'write a backslash before each character that stands for itself, such as `\\.`';
}
