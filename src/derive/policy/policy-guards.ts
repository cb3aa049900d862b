/**
 * The guards of a traffic policy. The API does not document policies, so this is assumed from observed ones: some
 * actions decide who may pass, the expressions of their rule select the requests, and all must hold. An endpoint has no
 * other protection.
 */
import { isJsonMap } from '../../text/json/json-access.ts';
import type { Spec } from '../../model/value.ts';
import { actionsIn, type PolicyAction } from './policy-actions.ts';
import { policyText, policyTree } from './policy-text.ts';

/** An action that decides which requests may pass. */
export interface Guard extends PolicyAction {
  /** The number of rules that forward requests to another endpoint before this action sees them. */
  readonly handedOn: number;
  /** The number of earlier actions that may change the data its expressions read. */
  readonly shaped: number;
}

export interface Stops {
  readonly stops: readonly Guard[];
  /** The expressions of each rule that forwards requests to another endpoint. */
  readonly handedOn: readonly (readonly string[])[];
  readonly shaped: readonly PolicyAction[];
}

/** Actions observed to let some requests pass and reject others. */
const guarding = [
  'basic-auth',
  'close-connection',
  'deny',
  'jwt-validation',
  'oauth',
  'openid-connect',
  'restrict-ips',
  'saml',
  'verify-webhook',
  'webhook-verification',
];
const mayGuard = new RegExp([...guarding, 'terminate-tls'].join('|'));
/** Actions that end a request; only the first two serve no other purpose. */
export const refusing: readonly string[] = ['deny', 'close-connection', 'custom-response', 'redirect'];
/** Actions that limit requests of all callers. They are not protection by themselves, but removing one is a loss. */
const limiting = [
  'owasp-crs-request',
  'owasp-crs-response',
  'rate-limit',
  'terminate-tls',
  'user-agent-filter',
];
const shaping = ['add-headers', 'remove-headers', 'set-vars', 'url-rewrite', 'http-request'];

/** The guards in the policy of an endpoint, or in the enabled policy of a route or an edge. */
export function guardsOf(spec: Spec): readonly Guard[] {
  const text = policyText(spec);
  // Escaped text may spell any name.
  const mayHave = mayGuard.test(text) || text.includes('\\');
  return mayHave ? stopsOf(spec).stops.filter(isGuard) : [];
}

/** All actions that may reject, end or limit requests, with what happens to requests before them. */
export function stopsOf(spec: Spec): Stops {
  const stops: Guard[] = [];
  const handedOn: (readonly string[])[] = [];
  const shaped: PolicyAction[] = [];
  for (const action of actionsIn(spec)) {
    const { type, expressions } = action;
    if (type === handing) handedOn.push(expressions);
    if (shaping.includes(type)) shaped.push(action);
    if (isStop(type)) stops.push({ ...action, handedOn: handedOn.length, shaped: shaped.length });
  }
  return { stops, handedOn, shaped };
}

/** Whether removing it would let more requests pass: error pages and redirects have other purposes. */
export function isKeeping(stop: Guard): boolean {
  return (
    isGuard(stop) || limiting.includes(stop.type) || (stop.type === 'custom-response' && isRefusal(stop))
  );
}

function isGuard({ type, config }: Guard): boolean {
  return guarding.includes(type) || (type === 'terminate-tls' && isJsonMap(config) && authorities in config);
}

const authorities = 'mutual_tls_certificate_authorities';

/** Whether it reveals nothing to any caller: a custom response does, unless its status is an error. */
export function isRefusal({ type, config }: PolicyAction): boolean {
  if (type !== 'custom-response') return refusing.includes(type);
  return isJsonMap(config) && Number(config['status_code']) >= 400;
}

function isStop(type: string): boolean {
  return guarding.includes(type) || refusing.includes(type) || limiting.includes(type);
}

/** The action after which no further action sees a request. */
export const handing = 'forward-internal';

/** The name under which an unreadable policy, which may protect, is listed. */
export const unreadPolicy = 'traffic_policy (cannot be read)';

/** Whether the guards of a policy cannot be determined: it is a mask, a snapshot's placeholder, or not valid rules. */
export function isPolicyUnreadable(spec: Spec): boolean {
  return policyTree(spec) === undefined;
}
