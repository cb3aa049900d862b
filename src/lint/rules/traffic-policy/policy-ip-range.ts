import { quoted } from '../../../model/problem.ts';
import { rangeProblem } from '../../domain/values/ip-range.ts';
import { configuredActions } from '../../domain/policy/policy-actions.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'policy-ip-range',
  group: 'traffic-policy',
  severity: recommended('error'),
  source: 'traffic-policy',
  standard: 'RFC 4632 3.1',
  isMust: false,
  summary: 'The action `restrict-ips` lists an invalid IP range.',
  why: 'The API rejects the policy, or the range matches no address, so the restriction does not work as intended.',
  fix: 'none',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: restrict-ips, config: { allow: [10.0.0.0/33] } }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: restrict-ips, config: { allow: [10.0.0.0/8] } }] }]
`,
  check(subject, report) {
    for (const { type, config, path, inside } of configuredActions(subject)) {
      if (type !== 'restrict-ips') continue;
      for (const list of ['allow', 'deny']) {
        for (const { text, index } of textItems(config[list])) {
          const problem = isLater(text) ? undefined : rangeProblem(text);
          if (problem === undefined) continue;
          report({
            at: { path, inside: [...inside, list, index] },
            message: `${quoted(text)} ${problem.what}`,
            help: problem.help,
          });
        }
      }
    }
  },
} satisfies ResourceRule;

/** Whether the value is known only when traffic arrives, or when the secret is read. */
function isLater(text: string): boolean {
  return text.includes('${') || text.includes('$(');
}
