import { quoted } from '../../../model/problem.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'ua-filter-allow-deny',
  group: 'user-agent',
  severity: recommended('warn'),
  source: 'user-agent-filter',
  isMust: false,
  summary: 'A user agent is both allowed and denied, or all are denied.',
  why: 'Whether `allow` or `deny` wins is not documented, and a pattern that matches everything blocks every client.',
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
  user_agent_filter: { enabled: true, allow: [curl], deny: [curl] }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  user_agent_filter: { enabled: true, allow: [curl], deny: [wget] }
`,
  check({ spec }, report) {
    const module = activeModule(spec, 'user_agent_filter');
    const allowed = new Map(textItems(module?.['allow']).map((item) => [item.text, item]));
    for (const { text, index } of textItems(module?.['deny'])) {
      const at = { path: ['user_agent_filter', 'deny', index] };
      const same = allowed.get(text);
      if (same !== undefined) {
        const related = [{ path: ['user_agent_filter', 'allow', same.index], label: 'allowed here' }];
        report({ at, message: `${quoted(text)} is both allowed and denied`, related });
      } else if (/^\^?(?:\(\?[ims]+\))?\.[*+]\$?$/.test(text)) {
        report({ at, message: `${quoted(text)} denies every user agent` });
      }
    }
  },
} satisfies ResourceRule;
