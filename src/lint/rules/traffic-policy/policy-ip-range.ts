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
  source: 'RFC 4632 3.1',
  isMust: false,
  summary: 'An action `restrict-ips` lists something that is not a range of IP addresses.',
  why: 'A policy with such a range is refused, or the range matches no address: those it should let in or keep out are treated the other way.',
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
  *check(subject) {
    for (const { type, config, path, inside } of configuredActions(subject)) {
      if (type !== 'restrict-ips') continue;
      for (const list of ['allow', 'deny']) {
        for (const { text, index } of textItems(config[list])) {
          const problem = isLater(text) ? undefined : rangeProblem(text);
          if (problem === undefined) continue;
          yield {
            at: { path, inside: [...inside, list, index] },
            message: `${quoted(text)} ${problem}`,
            help: 'write an address and, after `/`, how many of its first bits count: `10.0.0.0/8`, `2001:db8::/32`',
          };
        }
      }
    }
  },
} satisfies ResourceRule;

/** Known when traffic comes, or when the secret is there. */
function isLater(text: string): boolean {
  return text.includes('${') || text.includes('$(');
}
