import { normalUrl } from '../../../derive/forms/endpoint-url.ts';
import { entryWithKey } from '../../../edit/tree.ts';
import { isReleased } from '../../../model/workspace.ts';
import { quoted } from '../../../model/problem.ts';
import { trafficTools } from '../../domain/policy/load-traffic-tools.ts';
import { suggestions } from '../../../text/suggest.ts';
import { urlText } from '../../domain/values/endpoint-url.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { CrossRule, RuleContext } from '../../rule.ts';

export default {
  scope: 'environment',
  id: 'forward-internal-unserved',
  group: 'traffic-policy',
  severity: recommended('warn'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'A policy forwards to an internal URL that nothing is known to serve.',
  why: 'Requests forwarded to a URL without an endpoint fail; if an agent serves it, list it, or a pattern such as `https://*.internal`, in the option `served`.',
  fix: 'none',
  options: { served: [] },
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: forward-internal, config: { url: https://shpo.internal } }] }]
---
kind: endpoint
name: shop
spec:
  url: https://shop.internal
  bindings: [internal]
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
  *check(resources, context) {
    const { options, environment } = context;
    const urls = resources.filter(({ kind }) => kind === 'endpoint').map(urlText);
    const listed = textItems(options['served']).map(({ text }) => text);
    const served = new Set([...urls, ...listed].map(normalUrl));
    const patterns = listed.filter((one) => one.includes('*')).map(patternOf);
    let elsewhere: ReadonlySet<string> | undefined;
    for (const resource of resources) {
      if (resource.spec['traffic_policy'] === undefined) continue;
      const path = resource.kind === 'endpoint' ? ['traffic_policy'] : ['traffic_policy', 'value'];
      for (const { action, url } of trafficTools().forwardsOf(resource.spec)) {
        if (url === undefined || served.has(normalUrl(url))) continue;
        if (patterns.some((pattern) => pattern.test(normalUrl(url)))) continue;
        const [meant] = suggestions(url, urls);
        // Most internal endpoints belong to agents: without a list, only what looks like a slip is one.
        if (
          listed.length === 0 &&
          meant === undefined &&
          !(elsewhere ??= declaredUrls(context)).has(normalUrl(url))
        )
          continue;
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

/** `*` is any part of a name. */
function patternOf(served: string): RegExp {
  const parts = served.toLowerCase().split('*');
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')).join('[^/]*')}$`);
}

/** The URLs of the endpoints of all environments, as written. */
function declaredUrls({ workspace }: RuleContext): ReadonlySet<string> {
  const urls = new Set<string>();
  for (const one of workspace?.resources ?? []) {
    if (one.kind !== 'endpoint' || isReleased(one)) continue;
    const url = entryWithKey(one.spec?.entries ?? [], 'url')?.value;
    if (url?.type === 'scalar' && typeof url.value === 'string') urls.add(normalUrl(url.value));
  }
  return urls;
}
