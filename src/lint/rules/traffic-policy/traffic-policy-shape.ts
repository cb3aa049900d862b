import { isJsonMap } from '../../../text/json/json-access.ts';
import { notAField } from '../../../model/problem.ts';
import type { Json } from '../../../model/value.ts';
import { policyOf, type ParsedPolicyText } from '../../domain/policy/policy-of.ts';
import { policyMistakes, type PolicyForm, type PolicyMistake } from '../../domain/policy/policy-shape.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { TakeFinding, ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-shape',
  group: 'traffic-policy',
  severity: recommended('warn'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'A traffic policy does not have the usual shape.',
  why: 'The service rejects a policy of a different shape or ignores the part it does not know; add correct words to the option `words`.',
  fix: 'unsafe',
  fields: ['traffic_policy'],
  options: { words: [] },
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: { on_http_request: [{ expression: ["req.method == 'PUT'"], actions: [{ type: deny }] }] }
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: { on_http_request: [{ expressions: ["req.method == 'PUT'"], actions: [{ type: deny }] }] }
`,
  check(subject, report, { options }) {
    const policy = policyOf(subject);
    if (policy === undefined || 'problem' in policy.parsed || !isJsonMap(policy.parsed.tree)) return;
    const mistakes = policyMistakes(policy.parsed.tree);
    if (mistakes.length === 0) return;
    const words = new Set(textItems(options['words']).map(({ text }) => text));
    for (const mistake of mistakes) {
      if (!('key' in mistake) || !words.has(mistake.key)) findingOf(mistake, policy, report);
    }
  },
} satisfies ResourceRule;

function findingOf(mistake: PolicyMistake, { path }: ParsedPolicyText, report: TakeFinding): void {
  const { inside, what } = mistake;
  switch (mistake.type) {
    case 'wrong-type':
      report({
        at: { path, inside },
        message: `${what} must be ${inWords[mistake.wanted]}, not ${kindOf(mistake.value)}`,
      });
      return;
    case 'empty':
      report({ at: { path, inside }, message: `${what} of a rule is empty: the rule does nothing` });
      return;
    case 'missing':
      report({ at: { path, inside }, message: `${what} has no \`${mistake.key}\`` });
      return;
    case 'misspelt':
      report({
        at: { path, inside, on: 'key' },
        message: notAField(mistake.key, what),
        fix: {
          safety: 'unsafe',
          title: `write \`${mistake.meant}\``,
          changes: [{ rename: path, inside, to: mistake.meant }],
        },
      });
      return;
    case 'unknown':
    // Reported by `traffic-policy-vocabulary`, at the severity set there.
  }
}

const inWords: Readonly<Record<PolicyForm['type'], string>> = {
  any: 'anything',
  text: 'a string',
  list: 'a list',
  map: 'a mapping',
};

function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  if (isJsonMap(value)) return 'a mapping';
  // A string may be a secret, so it is not shown.
  return typeof value === 'string' ? 'a string' : `\`${JSON.stringify(value)}\``;
}
