import { isJsonMap } from '../../../text/json/json-access.ts';
import { policyOf } from '../../domain/policy/policy-of.ts';
import { policyRules } from '../../domain/policy/policy-rules.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-empty',
  group: 'traffic-policy',
  severity: recommended('warn'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'A traffic policy has no rule.',
  why: 'A traffic policy without rules does nothing.',
  fix: 'none',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: "{}"
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}'
`,
  check(subject, report, context) {
    const policy = policyOf(subject);
    const module = subject.kind === 'endpoint' ? undefined : activeModule(subject.spec, 'traffic_policy');
    const path = ['traffic_policy', 'value'];
    if (module !== undefined && module['value'] === undefined && !isWritten(subject, path, context)) {
      report({ at: { path: ['traffic_policy'], on: 'key' }, message: '`traffic_policy` has no `value`' });
    }
    if (policy === undefined) return;
    const isBlank = policy.text.trim() === '';
    if (!isBlank && ('problem' in policy.parsed || !isJsonMap(policy.parsed.tree))) return;
    const tree = 'tree' in policy.parsed ? policy.parsed.tree : {};
    // A value other than a list of rules is reported by the shape check of traffic policies.
    const isOther =
      isJsonMap(tree) && Object.values(tree).some((held) => held !== null && !Array.isArray(held));
    if (isBlank || (!isOther && policyRules(tree).length === 0))
      report({ at: { path: policy.path }, message: 'the traffic policy has no rule' });
  },
} satisfies ResourceRule;
