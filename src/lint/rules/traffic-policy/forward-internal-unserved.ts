import { normalUrl } from '../../../derive/forms/endpoint-url.ts';
import { forwardsOf } from '../../../routing/policy-forwards.ts';
import { isReleased } from '../../../model/workspace.ts';
import { quoted } from '../../../model/problem.ts';
import { suggestions } from '../../../text/suggest.ts';
import { urlText } from '../../domain/values/endpoint-url.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { CrossRule } from '../../rule.ts';

export default {
  scope: 'environment',
  id: 'forward-internal-unserved',
  group: 'traffic-policy',
  severity: recommended('warn'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'A policy forwards to an internal URL that no declared endpoint serves.',
  why: 'Requests forwarded to a URL without an endpoint fail; if an agent serves it, list it in the option `served`.',
  fix: 'none',
  options: { served: [] },
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: forward-internal, config: { url: https://shop.internal } }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: forward-internal, config: { url: https://shop.internal } }] }]
---
kind: endpoint
name: shop
spec:
  url: https://shop.internal
  bindings: [internal]
`,
  *check(resources, { options, environment }) {
    const urls = resources.filter(({ kind }) => kind === 'endpoint').map(urlText);
    const listed = textItems(options['served']).map(({ text }) => text);
    const served = new Set([...urls, ...listed].map(normalUrl));
    for (const resource of resources) {
      // Released resources never contain the action `forward-internal`.
      if (resource.document !== undefined && isReleased(resource.document)) continue;
      if (resource.spec['traffic_policy'] === undefined) continue;
      const path = resource.kind === 'endpoint' ? ['traffic_policy'] : ['traffic_policy', 'value'];
      for (const { action, url } of forwardsOf(resource.spec)) {
        if (url === undefined || served.has(normalUrl(url))) continue;
        const [meant] = suggestions(url, urls);
        yield {
          of: resource.address,
          at: { path, inside: [...action.inside, 'config', 'url'] },
          message: `${quoted(url)} is not served by any endpoint in \`${environment}\``,
          help:
            meant === undefined
              ? 'declare the endpoint, or list its URL in the option `served` of this rule'
              : `write \`${meant}\``,
        };
      }
    }
  },
} satisfies CrossRule;
