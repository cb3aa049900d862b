import { normalUrl } from '../../derive/forms/endpoint-url.ts';
import { activeModule } from '../../derive/module-state.ts';
import { urlsIn } from '../../routing/served-elsewhere.ts';
import { entryWithKey } from '../../derive/yaml/document-tree.ts';
import type { Json } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { suggestions } from '../../text/suggest.ts';
import { trafficTools } from '../domain/policy/load-traffic-tools.ts';
import { mistakesOf, policyOf, writtenPolicyOf } from '../domain/policy/traffic-mistakes.ts';
import { always, crossRules, recommended, reportedRules, resourceRules } from '../rule-group.ts';
import { isWritten } from '../domain/specs/written.ts';
import { urlText } from '../domain/values/url-parts.ts';
import { onRoute, onEndpoint, onRequest, onActions, inside, inOneFile } from '../rule-examples.ts';
import type { CrossFinding, Rule, RuleContext, Subject } from '../rule.ts';
import type { Loop } from '../traffic-policy/find-loops.ts';
import { quoted } from '../../text/quoted.ts';
import { textItems } from '../domain/specs/text-items.ts';
import { inclusionOf } from '../domain/values/file-inclusion.ts';

export const trafficPolicyRules: readonly Rule[] = [
  ...crossRules(
    { group: 'traffic-policy', source: 'traffic-policy' },
    {
      'forward-internal-unserved': {
        severity: recommended('warn'),
        summary: 'A policy forwards to an internal URL that nothing is known to serve.',
        why: 'Requests forwarded to a URL without an endpoint fail; if an agent serves it, list it, or a pattern such as `https://*.internal`, in the option `served`.',
        options: { served: [] },
        fix: 'unsafe',
        bad: inOneFile(
          onActions('{ type: forward-internal, config: { url: https://shpo.internal } }'),
          onEndpoint('bindings: [internal]', { name: 'shop', url: 'https://shop.internal' }),
        ),
        good: inOneFile(
          onActions('{ type: forward-internal, config: { url: https://shop.internal } }'),
          onEndpoint('bindings: [internal]', { name: 'shop', url: 'https://shop.internal' }),
        ),
        *check(resources, context) {
          const { options } = context;
          const urls = resources.filter(({ kind }) => kind === 'endpoint').map(urlText);
          const listed = textItems(options['served']).map(({ text }) => text);
          const isServed = urlsIn([...urls, ...listed]);
          let elsewhere: ReadonlySet<string> | undefined;
          for (const resource of resources) {
            if (resource.spec['traffic_policy'] === undefined) continue;
            const path = resource.kind === 'endpoint' ? ['traffic_policy'] : ['traffic_policy', 'value'];
            for (const { action, url } of trafficTools().forwardsOf(resource.spec, () => treeOf(resource))) {
              // A text that is not a URL has a finding of its own.
              if (url?.includes('://') !== true || isServed(url)) continue;
              const isElsewhere = (elsewhere ??= declaredUrls(context)).has(normalUrl(url));
              // A URL of another environment is not a slip.
              const meant = isElsewhere ? undefined : similarUrl(url, urls);
              // Most internal endpoints belong to agents: without a list, only what looks like a slip is one.
              if (listed.length === 0 && meant === undefined && !isElsewhere) continue;
              yield {
                of: resource.address,
                at: { path, inside: [...action.inside, 'config', 'url'] },
                message: `${quoted(url)} is not served by any endpoint`,
                help:
                  meant === undefined
                    ? 'declare the endpoint, or list its URL in the option `served` of this rule'
                    : `write \`${meant}\``,
              };
            }
          }
        },
      },
      'traffic-policy-loop': {
        severity: recommended('warn'),
        kinds: ['endpoint'],
        summary: 'Traffic policies forward or redirect requests in a circle.',
        why: 'A request that comes back to the same endpoint gets no response: the client or the service gives up after some rounds.',
        bad: onEndpoint(
          inside(
            'traffic_policy',
            'on_http_request: [{ actions: [{ type: forward-internal, config: { url: https://lobby.internal } }] }]',
          ),
          { name: 'lobby', url: 'https://lobby.internal' },
        ),
        good: onEndpoint(
          inside(
            'traffic_policy',
            'on_http_request: [{ actions: [{ type: forward-internal, config: { url: https://shop.internal } }] }]',
          ),
          { name: 'lobby', url: 'https://lobby.internal' },
        ),
        *check(resources, { workspace }) {
          if (workspace?.settings.trafficPolicy.dialect === 'none') return;
          const endpoints = resources.flatMap((resource) => {
            const { kind, address, spec } = resource;
            if (kind !== 'endpoint' || spec['traffic_policy'] === undefined) return [];
            return [{ address, spec, url: urlText(resource), tree: () => treeOf(resource) }];
          });
          if (endpoints.length === 0) return;
          const { forwardLoops, redirectLoops } = trafficTools();
          for (const loop of forwardLoops(endpoints)) yield circleFinding(loop, forwardWords(loop));
          for (const loop of redirectLoops(endpoints))
            yield circleFinding(
              loop,
              `${quoted(loop.urls[0] ?? '')} is redirected again and again`,
              'exclude the target, in `from` or in the `expressions` of the rule',
            );
        },
      },
    },
  ),
  ...resourceRules(
    { group: 'traffic-policy', source: 'traffic-policy', fields: ['traffic_policy'] },
    {
      'policy-ip-host-bits': {
        severity: recommended('warn'),
        standard: 'RFC 4632 3.1',
        summary: 'A traffic policy lists an IP range that does not start at the address of its network.',
        why: 'The range covers the whole network, although it is written like a single address; strict parsers reject it.',
        fix: 'unsafe',
        bad: onActions(
          '{ type: restrict-ips, config: { allow: [192.168.0.1/16] } }, { type: custom-response, config: { status_code: 200 } }',
        ),
        good: onActions(
          '{ type: restrict-ips, config: { allow: [192.168.0.0/16] } }, { type: custom-response, config: { status_code: 200 } }',
        ),
        check: mistakesOf('policy-ip-host-bits'),
      },
      'policy-ip-range': {
        severity: recommended('error'),
        standard: 'RFC 4632 3.1',
        summary: 'A traffic policy lists an invalid IP range.',
        why: 'The API rejects the policy, or the range matches no address, so the restriction does not work as intended.',
        bad: onActions(
          '{ type: restrict-ips, config: { allow: [10.0.0.0/33] } }, { type: custom-response, config: { status_code: 200 } }',
        ),
        good: onActions(
          '{ type: restrict-ips, config: { allow: [10.0.0.0/8] } }, { type: custom-response, config: { status_code: 200 } }',
        ),
        check: mistakesOf('policy-ip-range'),
      },
      'traffic-policy-deprecated': {
        severity: recommended('info'),
        summary: 'A traffic policy uses a former name.',
        why: 'The name still works, but it is gone from the documentation and may go from the service.',
        fix: 'unsafe',
        bad: onEndpoint(inside('traffic_policy', 'inbound: [{ actions: [{ type: deny }] }]')),
        good: onActions('{ type: deny }'),
        check: mistakesOf('traffic-policy-deprecated'),
      },
      'traffic-policy-empty': {
        severity: recommended('warn'),
        summary: 'A traffic policy has no rule.',
        why: 'A traffic policy without rules does nothing.',
        bad: onEndpoint('traffic_policy: "{}"'),
        good: onEndpoint(`traffic_policy: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}'`),
        check(subject, report, context) {
          const policy = policyOf(subject);
          const module =
            subject.kind === 'endpoint' ? undefined : activeModule(subject.spec, 'traffic_policy');
          const path = ['traffic_policy', 'value'];
          if (module !== undefined && module['value'] === undefined && !isWritten(subject, path, context)) {
            report({
              at: { path: ['traffic_policy'], on: 'key' },
              message: '`traffic_policy` has no `value`',
            });
          }
          if (policy === undefined) return;
          const isBlank = policy.text.trim() === '';
          if (!isBlank && ('mistakes' in policy.parsed || !isJsonMap(policy.parsed.tree))) return;
          const tree = 'tree' in policy.parsed ? policy.parsed.tree : {};
          const phases = isJsonMap(tree) ? Object.values(tree) : [];
          // A value other than a list of rules is reported by the shape check of traffic policies.
          if (
            isBlank ||
            phases.every((rules) => rules === null || (Array.isArray(rules) && rules.length === 0))
          )
            report({ at: { path: policy.path }, message: 'the traffic policy has no rule' });
        },
      },
      'traffic-policy-expression': {
        severity: recommended('error'),
        summary: 'An expression of a traffic policy is not valid.',
        why: 'The service refuses the policy, or the rule never applies.',
        fix: 'unsafe',
        bad: onRequest(
          '{ expressions: [\'req.path == "/"\'], actions: [{ type: deny }] }, { actions: [{ type: deny }] }',
        ),
        good: onRequest(
          '{ expressions: [\'req.url.path == "/"\'], actions: [{ type: deny }] }, { actions: [{ type: deny }] }',
        ),
        check: mistakesOf('traffic-policy-expression'),
      },
      'traffic-policy-flow': {
        severity: recommended('error'),
        summary: 'A part of a traffic policy is unreachable, or requests get no response.',
        why: 'A guard that is never reached protects nothing, and a cloud endpoint has no upstream that would answer.',
        bad: onActions('{ type: deny }, { type: log, config: { metadata: { why: closed } } }'),
        good: onActions('{ type: log, config: { metadata: { why: closed } } }, { type: deny }'),
        check: mistakesOf('traffic-policy-flow'),
      },
      'traffic-policy-no-effect': {
        severity: recommended('warn'),
        summary: 'A part of a traffic policy has no effect.',
        why: 'The service accepts it, but it does not do what it seems to do.',
        fix: 'unsafe',
        bad: onRequest(
          '{ expressions: ["\'X-Beta\' in req.headers"], actions: [{ type: deny }] }, { actions: [{ type: deny }] }',
        ),
        good: onRequest(
          '{ expressions: ["\'x-beta\' in req.headers"], actions: [{ type: deny }] }, { actions: [{ type: deny }] }',
        ),
        check: mistakesOf('traffic-policy-no-effect'),
      },
      'traffic-policy-parse': {
        severity: always('error'),
        ignorable: false,
        isReading: true,
        summary: 'A traffic policy is neither JSON nor a YAML mapping.',
        why: 'The service cannot read the policy, or reads something else in it than a reviewer.',
        fix: 'unsafe',
        bad: onEndpoint(`traffic_policy: '{"on_http_request": ['`),
        good: onEndpoint(`traffic_policy: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}'`),
        check(subject, report) {
          const policy = writtenPolicyOf(subject);
          if (policy === undefined || policy.text.trim() === '') return;
          const { parsed, path, text } = policy;
          if ('mistakes' in parsed) {
            for (const { message, why, help, place, fix } of parsed.mistakes)
              report({
                at: { path, within: { start: place.start, end: place.end } },
                message,
                why,
                help,
                fix:
                  fix === undefined
                    ? undefined
                    : {
                        ...fix,
                        changes: fix.edits.map((edit) => ({ reword: path, within: edit, to: edit.text })),
                      },
              });
          } else if (!isJsonMap(parsed.tree)) {
            const fix = inclusionOf(path, text);
            report({
              at: { path },
              message: 'a traffic policy must be a mapping of phases to rules',
              help:
                fix === undefined ? 'such as `on_http_request: [{ actions: [{ type: deny }] }]`' : undefined,
              fix,
            });
          }
        },
      },
      'traffic-policy-placeholder': {
        severity: recommended('warn'),
        summary: 'A traffic policy has a placeholder of an example.',
        why: 'The text is a placeholder for a value of your own, and the service takes it as it is.',
        bad: onActions("{ type: custom-response, config: { body: 'Ask <your name>' } }"),
        good: onActions('{ type: custom-response, config: { body: Ask Ann } }'),
        check: mistakesOf('traffic-policy-placeholder'),
      },
      'traffic-policy-placement': {
        severity: recommended('error'),
        summary: 'An action, a phase or a forward of a traffic policy does not fit where it is.',
        why: 'The service refuses the policy, or the action never runs, so what it should protect stays open.',
        bad: onEndpoint(inside('traffic_policy', 'on_http_response: [{ actions: [{ type: deny }] }]')),
        good: onActions('{ type: deny }'),
        check: mistakesOf('traffic-policy-placement'),
      },
      'traffic-policy-secret-literal': {
        severity: recommended('error'),
        summary: 'A traffic policy has a secret in clear text.',
        why: 'Everybody who can read the repository can read it, and so can everybody who reads the policy in the API.',
        bad: onActions(
          '{ type: verify-webhook, config: { provider: github, secret: gh-hook-9f31c2 } }, { type: deny }',
        ),
        good: onActions(
          '{ type: verify-webhook, config: { provider: github, secret: $(secret:WEBHOOK_SECRET) } }, { type: deny }',
        ),
        check: mistakesOf('traffic-policy-secret-literal'),
      },
      'traffic-policy-setting-conflict': {
        severity: recommended('error'),
        summary: 'Settings or actions of a traffic policy do not go together.',
        why: 'The service refuses the policy, or one of the two has no effect.',
        bad: onActions('{ type: custom-response, config: { status_code: 204, body: none } }'),
        good: onActions('{ type: custom-response, config: { status_code: 204 } }'),
        check: mistakesOf('traffic-policy-setting-conflict'),
      },
      'traffic-policy-setting-missing': {
        severity: recommended('error'),
        summary: 'An action of a traffic policy lacks a setting.',
        why: 'The service refuses the policy: the action cannot work without the setting.',
        fix: 'unsafe',
        bad: onActions('{ type: forward-internal }'),
        good: onActions('{ type: forward-internal, config: { url: https://shop.internal } }'),
        check: mistakesOf('traffic-policy-setting-missing'),
      },
      'traffic-policy-setting-unknown': {
        severity: recommended('error'),
        summary: 'An action of a traffic policy has an unknown setting.',
        why: 'The service refuses the whole policy because of one unknown setting.',
        fix: 'unsafe',
        bad: onActions('{ type: deny, config: { status: 404 } }'),
        good: onActions('{ type: deny, config: { status_code: 404 } }'),
        check: mistakesOf('traffic-policy-setting-unknown'),
      },
      'traffic-policy-setting-value': {
        severity: recommended('error'),
        summary: 'A setting of an action of a traffic policy has a wrong value.',
        why: 'The service refuses the policy, or takes the value for something else.',
        fix: 'unsafe',
        bad: onActions('{ type: deny, config: { status_code: 4040 } }'),
        good: onActions('{ type: deny, config: { status_code: 404 } }'),
        check: mistakesOf('traffic-policy-setting-value'),
      },
      'traffic-policy-shape': {
        severity: recommended('error'),
        summary: 'A traffic policy does not have the usual shape.',
        why: 'The service rejects a policy of a different shape or ignores the part it does not know; add correct words to the option `words`.',
        fix: 'unsafe',
        options: { words: [] },
        bad: onEndpoint(
          `traffic_policy: { on_http_request: [{ expression: ["req.method == 'PUT'"], actions: [{ type: deny }] }, { actions: [{ type: custom-response, config: { status_code: 404 } }] }] }`,
        ),
        good: onEndpoint(
          `traffic_policy: { on_http_request: [{ expressions: ["req.method == 'PUT'"], actions: [{ type: deny }] }, { actions: [{ type: custom-response, config: { status_code: 404 } }] }] }`,
        ),
        check: mistakesOf('traffic-policy-shape'),
      },
      'traffic-policy-vocabulary': {
        severity: recommended('error'),
        summary: 'A traffic policy uses an unknown phase, key or action.',
        why: 'An unknown phase, key or action is rejected or does nothing, so what it should protect stays open.',
        fix: 'unsafe',
        options: { phases: [], actions: [] },
        bad: onEndpoint('traffic_policy: { on_http_request: [{ actions: [{ type: denny }] }] }'),
        good: onEndpoint('traffic_policy: { on_http_request: [{ actions: [{ type: deny }] }] }'),
        check: mistakesOf('traffic-policy-vocabulary'),
      },
    },
  ),
  ...reportedRules(
    { group: 'traffic-policy', source: 'traffic-policy', by: 'shape' },
    {
      'traffic-policy-form': {
        severity: always('error'),
        isMust: true,
        summary: 'A traffic policy has the form of a different kind.',
        why: 'An endpoint takes the policy itself, edges and routes take a module `{enabled, value}`; the API rejects the other form.',
        fix: 'safe',
        bad: onRoute(`traffic_policy: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}'`),
        good: onRoute(`traffic_policy: { value: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}' }`),
      },
    },
  ),
];

/** Our own reader is ten times as fast as the one of a policy that may be anything. */
function treeOf(subject: Subject): Readonly<Record<string, Json>> | undefined {
  const parsed = policyOf(subject)?.parsed;
  return parsed !== undefined && 'tree' in parsed && isJsonMap(parsed.tree) ? parsed.tree : undefined;
}

function circleFinding(
  { steps: [first, ...others], urls }: Loop,
  message: string,
  help?: string,
): CrossFinding {
  const at = ({ inside: inPolicy }: Loop['steps'][number]) => ({
    path: ['traffic_policy'],
    inside: inPolicy,
  });
  return {
    of: first.of,
    at: at(first),
    message,
    help,
    related: others.map((step, index) => ({
      ...at(step),
      of: step.of,
      label: `then ${quoted(urls[index + 1] ?? '')} comes here`,
    })),
  };
}

function forwardWords({ urls: [first = '', ...others] }: Loop): string {
  const [next, ...more] = others;
  if (next === undefined) return `${quoted(first)} forwards to itself`;
  const through = more.length === 0 ? quoted(next) : `${others.length} other endpoints`;
  return `${quoted(first)} forwards back to itself through ${through}`;
}

/** Compared by what differs: `https://` and `.internal` are in all of them. */
function similarUrl(url: string, urls: readonly string[]): string | undefined {
  const stemOf = (endpointUrl: string): string =>
    endpointUrl.replace(/^https?:\/\//, '').replace(/\.internal(?=[:/]|$)/, '');
  const stems = new Map(urls.map((internalUrl) => [stemOf(internalUrl), internalUrl]));
  const stem = stemOf(url);
  // Only the scheme or the ending differs.
  if (stems.has(stem)) return stems.get(stem);
  const [near] = suggestions(stem, [...stems.keys()]);
  return near === undefined ? undefined : stems.get(near);
}

/** The URLs of the endpoints of all environments, as written. */
function declaredUrls({ workspace }: RuleContext): ReadonlySet<string> {
  const urls = new Set<string>();
  for (const resource of workspace?.resources ?? []) {
    if (resource.kind !== 'endpoint') continue;
    const url = entryWithKey(resource.spec?.entries ?? [], 'url')?.value;
    if (url?.type === 'scalar' && typeof url.value === 'string') urls.add(normalUrl(url.value));
  }
  return urls;
}
