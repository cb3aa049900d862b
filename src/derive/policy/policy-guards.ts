/**
 * What a traffic policy keeps out. The API does not describe policies, so this is our model, made of what was
 * seen: some actions decide who may pass, the expressions of their rule say of which
 * requests, and all of them must hold. An endpoint has nothing else that could protect it.
 */
import { isJsonMap } from '../../text/json-access.ts';
import type { Spec } from '../../model/value.ts';
import { actionsIn, type PolicyAction } from './policy-actions.ts';
import { policyText, policyTree } from './policy-text.ts';

/** An action that decides who may pass, or what. */
export interface Guard extends PolicyAction {
  /** The expressions of each rule that hands requests on to another endpoint before this one sees them. */
  readonly handedOn: readonly (readonly string[])[];
  /** What before it may change that its expressions look at. */
  readonly shaped: readonly PolicyAction[];
}

/** What was seen to let some pass and others not. */
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
/** Behind these nothing sees a request; only the first two are there for that. */
export const refusing: readonly string[] = ['deny', 'close-connection', 'custom-response', 'redirect'];
/** What limits without asking who it is; it protects nothing by itself, and its loss is a loss. */
const limiting = [
  'owasp-crs-request',
  'owasp-crs-response',
  'rate-limit',
  'terminate-tls',
  'user-agent-filter',
];
const shaping = ['add-headers', 'remove-headers', 'set-vars', 'url-rewrite', 'http-request'];

/** The guards of the policy of an endpoint, or of that of a route or an edge where it is switched on. */
export function guardsOf(spec: Spec): readonly Guard[] {
  const text = policyText(spec);
  // What is escaped may spell anything.
  const mayHave = mayGuard.test(text) || text.includes('\\');
  return mayHave ? stopsOf(spec).filter(isGuard) : [];
}

/** All actions by which a request may not reach what is behind, or not in each form or number. */
export function stopsOf(spec: Spec): readonly Guard[] {
  const stops: Guard[] = [];
  let handedOn: Guard['handedOn'] = [];
  let shaped: Guard['shaped'] = [];
  for (const action of actionsIn(spec)) {
    const { type, expressions } = action;
    if (type === handing) handedOn = [...handedOn, expressions];
    if (shaping.includes(type)) shaped = [...shaped, action];
    if (isStop(type)) stops.push({ ...action, handedOn, shaped });
  }
  return stops;
}

/** Whether its loss would let someone or something pass: a page or a redirect is there for other reasons. */
export function isKeeping(stop: Guard): boolean {
  return (
    isGuard(stop) || limiting.includes(stop.type) || (stop.type === 'custom-response' && isRefusal(stop))
  );
}

function isGuard({ type, config }: Guard): boolean {
  return guarding.includes(type) || (type === 'terminate-tls' && isJsonMap(config) && authorities in config);
}

const authorities = 'mutual_tls_certificate_authorities';

/** Whether it gives nothing away to anybody: a page of one's own does, unless it says no. */
export function isRefusal({ type, config }: PolicyAction): boolean {
  if (type !== 'custom-response') return refusing.includes(type);
  return isJsonMap(config) && Number(config['status_code']) >= 400;
}

function isStop(type: string): boolean {
  return guarding.includes(type) || refusing.includes(type) || limiting.includes(type);
}

/** The action after which no other one sees a request. */
export const handing = 'forward-internal';

/** How a policy is named that may protect, for all that can be read of it. */
export const unreadPolicy = 'traffic_policy (cannot be read)';

/** Whether there is a policy of which no one can say what it keeps out: a mask, a hash of a snapshot, no rules at all. */
export function isPolicyUnreadable(spec: Spec): boolean {
  return policyTree(spec) === undefined;
}
