import { isJsonMap } from '../../../text/json-access.ts';
import type { Json, Path } from '../../../model/value.ts';

/** The phases and action types that traffic policies were observed to have; an unknown one is a warning at most. */
export const phases: readonly string[] = ['on_tcp_connect', 'on_http_request', 'on_http_response'];

export const actionTypes: readonly string[] = [
  'add-headers',
  'basic-auth',
  'circuit-breaker',
  'close-connection',
  'compress-response',
  'custom-response',
  'deny',
  'forward-internal',
  'http-request',
  'jwt-validation',
  'log',
  'oauth',
  'openid-connect',
  'rate-limit',
  'redirect',
  'remove-headers',
  'restrict-ips',
  'saml',
  'set-vars',
  'terminate-tls',
  'url-rewrite',
  'user-agent-filter',
  'verify-webhook',
  'webhook-verification',
];

/** All rules of a traffic policy, with their phase and their index in it. */
export function policyRules(
  tree: Json,
): readonly { readonly phase: string; readonly index: number; readonly rule: Json }[] {
  if (!isJsonMap(tree)) return [];
  return Object.entries(tree).flatMap(([phase, rules]) =>
    Array.isArray(rules) ? (rules as readonly Json[]).map((rule, index) => ({ phase, index, rule })) : [],
  );
}

/** The types of all actions of a traffic policy, with the path to each action. */
export function typedActions(tree: Json): readonly { readonly type: string; readonly inside: Path }[] {
  return policyRules(tree).flatMap(({ phase, index, rule }) => {
    const actions = isJsonMap(rule) ? rule['actions'] : undefined;
    if (!Array.isArray(actions)) return [];
    return (actions as readonly Json[]).flatMap((action, at) =>
      isJsonMap(action) && typeof action['type'] === 'string'
        ? [{ type: action['type'], inside: [phase, index, 'actions', at] }]
        : [],
    );
  });
}
