import { isJsonMap } from '../../../text/json/json-access.ts';
import { notAField, quoted } from '../../../model/problem.ts';
import { suggestions } from '../../../text/suggest.ts';
import { policyOf } from '../../domain/policy/policy-of.ts';
import { typedActions, actionTypes, phases } from '../../domain/policy/policy-rules.ts';
import { policyMistakes } from '../../domain/policy/policy-shape.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import { rememberLast } from '../../../text/remember-last.ts';
import type { Options, ResourceRule } from '../../rule.ts';

/** Top-level keys of an older policy format, which is not checked. */
const olderForm = ['inbound', 'outbound', 'version'];

export default {
  scope: 'resource',
  id: 'traffic-policy-vocabulary',
  group: 'traffic-policy',
  severity: recommended('warn'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'A traffic policy uses an unknown phase, key or action.',
  why: 'An unknown phase, key or action is rejected or does nothing, so what it should protect stays open.',
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
  check(subject, report, { options }) {
    const policy = policyOf(subject);
    if (policy === undefined || 'problem' in policy.parsed || !isJsonMap(policy.parsed.tree)) return;
    const { path } = policy;
    const { tree } = policy.parsed;
    const { known, keys, actions } = vocabulary(options);
    for (const mistake of policyMistakes(tree)) {
      if (mistake.type !== 'unknown') continue;
      const { inside, what, key } = mistake;
      if ((inside.length === 1 ? known : keys).has(key)) continue;
      const at = { path, inside, on: 'key' } as const;
      if (inside.length === 1)
        report({ at, message: `unknown phase ${quoted(key)} in ${what}`, help: orAllow('phases') });
      // An unknown key does no foreseeable harm, so it is only info.
      else report({ at, message: notAField(key, what), severity: 'info', help: orAllow('keys') });
    }
    for (const { type, inside } of typedActions(tree)) {
      if (actions.known.has(type)) continue;
      const [meant] = suggestions(type, actions.all);
      report({
        at: { path, inside: [...inside, 'type'] },
        message: `unknown action ${quoted(type)} in the traffic policy`,
        help: meant === undefined ? orAllow('actions') : `write \`${meant}\``,
      });
    }
  },
} satisfies ResourceRule;

/** All words of the API and of the options. */
const vocabulary = rememberLast((options: Options) => {
  const listed = (name: string): readonly string[] => textItems(options[name]).map(({ text }) => text);
  const all = [...actionTypes, ...listed('actions')];
  return {
    known: new Set([...phases, ...olderForm, ...listed('phases')]),
    keys: new Set(listed('keys')),
    /** `all`: the same list each time, so that it is indexed for suggestions only once. */
    actions: { all, known: new Set(all) },
  };
});

function orAllow(option: 'phases' | 'keys' | 'actions'): string {
  return `correct it, or add it to the option \`${option}\` of this rule`;
}
