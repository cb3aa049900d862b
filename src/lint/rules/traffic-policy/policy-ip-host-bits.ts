import { quoted } from '../../../model/problem.ts';
import { networkOf } from '../../domain/values/network-of.ts';
import { configuredActions } from '../../domain/policy/policy-actions.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'policy-ip-host-bits',
  group: 'traffic-policy',
  severity: recommended('warn'),
  source: 'traffic-policy',
  standard: 'RFC 4632 3.1',
  isMust: false,
  summary: 'The action `restrict-ips` lists an IP range that does not start at the address of its network.',
  why: 'The range covers the whole network, although it is written like a single address; strict parsers reject it.',
  fix: 'unsafe',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: restrict-ips, config: { allow: [192.168.0.1/16] } }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: restrict-ips, config: { allow: [192.168.0.0/16] } }] }]
`,
  check(subject, report) {
    for (const { type, config, path, inside } of configuredActions(subject)) {
      if (type !== 'restrict-ips') continue;
      for (const list of ['allow', 'deny']) {
        for (const { text, index } of textItems(config[list])) {
          const found = networkOf(text);
          if (found === undefined) continue;
          const { network, host } = found;
          report({
            at: { path, inside: [...inside, list, index] },
            message: `${quoted(text)} has host bits set: it covers \`${network}\``,
            help: `write \`${network}\` for the network, or \`${host}\` for this address alone`,
            fix: {
              safety: 'unsafe',
              title: `replace it with \`${network}\``,
              changes: [{ replace: [...path, ...inside, list, index], with: network }],
            },
          });
        }
      }
    }
  },
} satisfies ResourceRule;
