import { quoted } from '../../../derive/problem.ts';
import { suggestions } from '../../../derive/suggest.ts';
import { policyOf } from '../../domain/policy-of.ts';
import { actionsIn, actionTypes, isJsonMap, phases } from '../../domain/policy-rules.ts';
import { policyMistakes } from '../../domain/policy-shape.ts';
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
  summary: 'A traffic policy uses a phase, a key or an action that is not known.',
  why: 'The API does not describe policies (API 2.7); this compares with what was seen elsewhere. The options `phases`, `keys` and `actions` add to it.',
  fix: 'none',
  fields: ['traffic_policy'],
  options: { phases: [], keys: [], actions: [] },
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: { on_http_request: [{ actions: [{ type: denny }] }] }
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: { on_http_request: [{ actions: [{ type: deny }] }] }
`,
  *check(subject, { options }) {
    const policy = policyOf(subject);
    if (policy === undefined || 'problem' in policy.parsed || !isJsonMap(policy.parsed.tree)) return;
    const { path } = policy;
    const { tree } = policy.parsed;
    const known = new Set([...phases, ...textItems(options['phases']).map(({ text }) => text)]);
    const keys = new Set(textItems(options['keys']).map(({ text }) => text));
    for (const mistake of policyMistakes(tree)) {
      if (mistake.type !== 'unknown') continue;
      const { inside, what, key } = mistake;
      if ((inside.length === 1 ? known : keys).has(key)) continue;
      const word = inside.length === 1 ? `the phase ${quoted(key)}` : `the key ${quoted(key)}`;
      yield { at: { path, inside, on: 'key' }, message: `${what} has ${word}, which is not known here` };
    }
    const actions = [...actionTypes, ...textItems(options['actions']).map(({ text }) => text)];
    for (const { type, inside } of actionsIn(tree)) {
      if (actions.includes(type)) continue;
      const [meant] = suggestions(type, actions);
      yield {
        at: { path, inside: [...inside, 'type'] },
        message: `the traffic policy has the action ${quoted(type)}, which is not known here`,
        ...(meant === undefined ? {} : { help: `did you mean \`${meant}\`?` }),
      };
    }
  },
} satisfies ResourceRule;
