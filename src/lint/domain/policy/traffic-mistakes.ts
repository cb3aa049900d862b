import { endpointSchemes, parseEndpointUrl } from '../../../derive/forms/endpoint-url.ts';
import { isTree } from '../../../derive/forms/tree.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { noOwnActions, type OwnActions } from '../../../derive/policy/own-actions.ts';
import { withoutRuleNames } from '../../../derive/policy/rule-names.ts';
import { parsePolicy, type ParsedPolicy } from '../../../derive/policy/traffic-policy.ts';
import { inlineYaml } from '../../../edit/printed.ts';
import { trafficTools } from './load-traffic-tools.ts';
import type { Finding, ResourceRule, Subject } from '../../rule.ts';
import type { PolicyCarrier, TrafficMistake } from '../../traffic-policy/policy-check.ts';
import { SecretReference } from '../../../model/secret-reference.ts';
import type { JsonObject, Path } from '../../../model/value.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import { quoted } from '../../../text/quoted.ts';
import { rememberAlike } from '../../../text/remember-last.ts';
import { isInternalHost, normalHost } from '../../../derive/forms/host-name.ts';
import { textItems } from '../specs/text-items.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';

/** A check that reports the mistakes of traffic policies that have the id of its rule. */
export function mistakesOf(id: string): ResourceRule['check'] {
  return (subject, report, { options, workspace }) => {
    const settings = workspace?.settings.trafficPolicy;
    const found =
      settings?.dialect === 'none' ? undefined : policyMistakes(subject, settings?.actions ?? noOwnActions);
    if (found === undefined) return;
    const { path, mistakes } = found;
    let allowed: ReadonlySet<string> | undefined;
    for (const mistake of mistakes) {
      if (mistake.rule !== id) continue;
      const { rule: _rule, code: _code, inside, on, within, word, ...rest } = mistake;
      const { rename: _rename, replace: _replace, insert: _insert, fixTitle: _title, ...reported } = rest;
      if (word !== undefined) {
        allowed ??= new Set(
          Object.values(options).flatMap((list) => textItems(list).map(({ text }) => text)),
        );
        if (allowed.has(word)) continue;
      }
      report({ at: { path, inside, on, within }, ...reported, fix: fixOf(mistake, path) });
    }
  };
}

function fixOf({ rename, replace, insert, fixTitle, inside }: TrafficMistake, path: Path): Finding['fix'] {
  const safety = 'unsafe';
  if (rename !== undefined)
    return { safety, title: `write \`${rename}\``, changes: [{ rename: path, inside, to: rename }] };
  if (insert !== undefined) {
    const { key, value } = insert;
    return {
      safety,
      title: `write \`${key}: ${inlineYaml(value)}\``,
      changes: [{ insert: path, ...insert }],
    };
  }
  if (replace === undefined) return undefined;
  const title = fixTitle ?? `replace it with ${quoted(JSON.stringify(replace).replaceAll('"', ''))}`;
  return { safety, title, changes: [{ replace: path, inside, with: replace }] };
}

interface FoundMistakes {
  readonly path: Path;
  readonly mistakes: readonly TrafficMistake[];
}

let last:
  | { readonly subject: Subject; readonly ownActions: OwnActions; readonly found: FoundMistakes | undefined }
  | undefined;

/** Several rules ask for the mistakes of one resource in a row, and several environments have the same policy. */
function policyMistakes(subject: Subject, ownActions: OwnActions): FoundMistakes | undefined {
  if (last?.subject !== subject || last.ownActions !== ownActions)
    last = { subject, ownActions, found: mistakesWith(subject, ownActions, walked) };
  return last.found;
}

/** Whether the service refuses a policy with the mistake when it is saved. What is only a warning here is saved. */
export function isRefusedOnSave(
  mistake: TrafficMistake,
): mistake is TrafficMistake & { readonly code: number } {
  return mistake.code !== undefined && mistake.severity === undefined;
}

/**
 * The mistakes in the text of the traffic policy of a resource, and its path; undefined if there is none that can be
 * read.
 */
export function mistakesInPolicy(
  subject: Subject,
  ownActions: OwnActions = noOwnActions,
): FoundMistakes | undefined {
  return mistakesWith(subject, ownActions, read);
}

function mistakesWith(
  subject: Subject,
  ownActions: OwnActions,
  check: PolicyReader,
): FoundMistakes | undefined {
  const policy = policyOf(subject);
  if (policy === undefined || 'mistakes' in policy.parsed || !isJsonMap(policy.parsed.tree)) return undefined;
  const tree = withoutRuleNames(policy.parsed.tree);
  return { path: policy.path, mistakes: check({ tree, carrier: carrierOf(subject), ownActions }) };
}

interface CarriedPolicy {
  readonly tree: JsonObject;
  readonly carrier: PolicyCarrier;
  readonly ownActions: OwnActions;
}

type PolicyReader = (policy: CarriedPolicy) => readonly TrafficMistake[];

const read = rememberPolicies(({ tree, carrier, ownActions }) =>
  trafficTools().checkTrafficPolicy(tree, { carrier, ownActions }),
);

/** With those of which the ways of requests tell. */
const walked = rememberPolicies((policy) => trafficTools().checkWays(policy, read(policy)));

/** The same policy is checked once: a team copies one and changes the names of its rules. */
function rememberPolicies(check: PolicyReader): PolicyReader {
  const keyOf = ({ carrier, ownActions, tree }: CarriedPolicy): string =>
    JSON.stringify([carrier, [...ownActions], tree]);
  return rememberAlike(1000, keyOf, check);
}

function carrierOf({ kind, spec }: Subject): PolicyCarrier {
  switch (kind) {
    case 'https-route':
      return { protocol: 'https', isCloud: false, isInternal: false };
    case 'tls-edge':
      return { protocol: 'tls', isCloud: false, isInternal: false };
    case 'endpoint': {
      const { url, bindings } = spec;
      const { scheme = '', host = '' } = typeof url === 'string' ? (parseEndpointUrl(url) ?? {}) : {};
      const known = endpointSchemes.includes(scheme) ? (scheme as PolicyCarrier['protocol']) : undefined;
      const isInternal =
        isInternalHost(normalHost(host)) || textItems(bindings).some(({ text }) => text === 'internal');
      return {
        ...withoutUndefined({ protocol: known }),
        isCloud: true,
        isInternal,
      };
    }
  }
}

/** The traffic policy of a resource: on endpoints a field of its own, on other kinds inside a module. */
interface ParsedPolicyText {
  readonly path: Path;
  readonly text: string;
  readonly parsed: ParsedPolicy;
}

export function policyOf(subject: Subject): ParsedPolicyText | undefined {
  const { kind, spec } = subject;
  const isActive = kind === 'endpoint' || activeModule(spec, 'traffic_policy') !== undefined;
  return isActive ? writtenPolicyOf(subject) : undefined;
}

/** Like `policyOf`, but also returns the policy of a disabled module. */
export function writtenPolicyOf({ kind, spec }: Subject): ParsedPolicyText | undefined {
  const isDirect = kind === 'endpoint';
  const module = spec['traffic_policy'];
  const value = isDirect ? module : isTree(module) ? module['value'] : undefined;
  const text = value instanceof SecretReference ? value.template : value;
  if (typeof text !== 'string') return undefined;
  const path = isDirect ? ['traffic_policy'] : ['traffic_policy', 'value'];
  return { path, text, parsed: parsePolicy(text) };
}
