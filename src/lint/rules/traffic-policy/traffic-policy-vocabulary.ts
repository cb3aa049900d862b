import { quoted } from '../../../derive/problem.ts';
import { suggestions } from '../../../derive/suggest.ts';
import { policyOf } from '../../domain/policy-of.ts';
import { phases, actionTypes, policyRules, actionsOf } from '../../domain/policy-rules.ts';
import { strictOnly } from '../../domain/severity.ts';
import { textItems } from '../../domain/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-vocabulary',
  group: 'traffic-policy',
  severity: strictOnly('info'),
  source: 'house',
  isMust: false,
  summary: 'A traffic policy uses a phase or an action that is not known.',
  why: 'The API does not describe policies (API 2.7); this compares with what was seen elsewhere. The options `phases` and `actions` add to it.',
  fix: 'none',
  fields: ['traffic_policy'],
  options: { phases: [], actions: [] },
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: { on_http_requests: [{ actions: [{ type: deny }] }] }
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: { on_http_request: [{ actions: [{ type: deny }] }] }
`,
  *check(subject, { options }) {
    const policy = policyOf(subject);
    if (policy === undefined || 'problem' in policy.parsed) return;
    const knownPhases = [...phases, ...textItems(options['phases']).map(({ text }) => text)];
    const knownActions = [...actionTypes, ...textItems(options['actions']).map(({ text }) => text)];
    const rules = policyRules(policy.parsed.tree);
    const unknown = [
      ...rules.map(({ phase }) => ({ what: 'phase', word: phase, known: knownPhases })),
      ...rules.flatMap(({ rule }) =>
        actionsOf(rule).map((word) => ({ what: 'action', word, known: knownActions })),
      ),
    ].filter(({ word, known }) => !known.includes(word));
    const said = new Set<string>();
    for (const { what, word, known } of unknown) {
      if (said.has(word)) continue;
      said.add(word);
      const [meant] = suggestions(word, known);
      yield {
        at: { path: policy.path },
        message: `the traffic policy has the ${what} ${quoted(word)}, which is not known here`,
        ...(meant === undefined ? {} : { help: `did you mean \`${meant}\`?` }),
      };
    }
  },
} satisfies ResourceRule;
