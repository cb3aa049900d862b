/**
 * The guards of a traffic policy. The API does not document policies, so what their actions do is the dialect's table:
 * some decide who may pass, the expressions of their rule select the requests, and all must hold. An endpoint has no
 * other protection.
 */
import { actionOf, neverActions, trafficActions } from '../../kinds/policy/index.ts';
import { policyPhases, type PhaseName, type PolicyProtocol } from '../../kinds/policy/phases.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import { parseEndpointUrl, schemeOf } from '../forms/endpoint-url.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import type { Json, Spec } from '../../model/value.ts';
import { ownEnd } from './declared-actions.ts';
import { actionsIn, type PolicyAction } from './policy-actions.ts';
import { isUnswitched } from './policy-switches.ts';
import { policyText, policyTree } from './policy-text.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** An action that decides which requests may pass. */
export interface Guard extends PolicyAction {
  /** Whether it reveals nothing to any caller: a response of one's own does, unless its status is an error. */
  readonly isRefusal: boolean;
  /** Set for an action that the dialect lacks and that ends its requests, or may. */
  readonly ownEnd?: 'always' | 'unknown';
  /** An action before it may end all requests, so that none may reach it. */
  readonly isDoubted?: true;
}

const names = trafficActions.flatMap(({ type, formerNames = [] }) => [type, ...formerNames]);
const mayGuard = new RegExp(names.filter((name) => isAbout(name, mayDecide)).join('|'));
const handing = names.filter((name) => isAbout(name, ({ target }) => target !== undefined));

function isAbout(type: string, isSuch: (action: TrafficAction) => boolean): boolean {
  const action = actionOf(type);
  return action !== undefined && isSuch(action);
}

/** Actions that let some requests pass and reject others, or all. */
function decides({ role, onlyRefuses }: TrafficAction): boolean {
  return role === 'guards' || onlyRefuses === true;
}

function mayDecide(action: TrafficAction): boolean {
  return decides(action) || action.guardsWith !== undefined;
}

/** Actions that end every request: a redirect lets those pass whose URL stays the same. */
export function endsRequest(type: string): boolean {
  return isAbout(type, ({ refuses }) => refuses !== undefined && refuses !== 'elsewhere');
}

/** Actions that limit requests of all callers. They are not protection by themselves, but removing one is a loss. */
function limits(type: string): boolean {
  // An action of other products that keeps callers out is meant to, whether the service runs it or not.
  return isAbout(type, ({ role }) => role === 'limits') || Object.hasOwn(neverActions, type);
}

/** The guards in the policy of an endpoint, or in the enabled policy of a route or an edge. */
export function guardsOf(spec: Spec): readonly Guard[] {
  const text = policyText(spec);
  // Escaped text may spell any name.
  const mayHave = mayGuard.test(text) || text.includes('\\');
  return mayHave ? stopsOf(spec).filter(isGuard) : [];
}

/** The types of the actions that keep requests out. */
export function keepingActions(spec: Spec): readonly string[] {
  return stopsOf(spec)
    .filter(isKeeping)
    .map(({ type }) => type);
}

/** All actions that may reject, end or limit requests and can run. */
function stopsOf(spec: Spec): readonly Guard[] {
  const stops: Guard[] = [];
  const ended = new Set<string>();
  const doubted = new Set<string>();
  const url = typeof spec['url'] === 'string' ? spec['url'] : '';
  for (const action of actionsIn(spec)) {
    const { type, expressions, phase } = action;
    if (expressions.some(isNever) || ended.has(phase) || !runsAt(phase, schemeOf(url))) continue;
    const end = ownEnd(type);
    const ownEnding = end === 'always' || end === 'unknown' ? end : undefined;
    if (isStop(type) || ownEnding !== undefined) {
      stops.push({
        ...action,
        isRefusal: refuses(action, url),
        ...withoutUndefined({ ownEnd: ownEnding }),
        ...(doubted.has(phase) ? { isDoubted: true } : {}),
      });
    }
    if (!expressions.every(isAlways)) continue;
    // No request gets past a forward of all of them, or past a declared end.
    if ((handsOn(type) || ownEnding === 'always') && isUnswitched(action)) ended.add(phase);
    else if (ownEnding !== undefined) doubted.add(phase);
  }
  return stops;
}

/** Expressions that no request satisfies, as far as can be told without evaluating others. */
function isNever(expression: string): boolean {
  const text = bare(expression);
  if (/^(?:false|!true)$/.test(text)) return true;
  if (/["'|?]/.test(text)) return isOtherLiteral(text);
  return text.split('&&').some((part) => {
    const bareText = bare(part);
    return /^(?:false|!true)$/.test(bareText) || isOtherLiteral(bareText);
  });
}

function isAlways(expression: string): boolean {
  return /^(?:true|!false)$/.test(bare(expression));
}

/** Without spaces and the parentheses around it. */
function bare(expression: string): string {
  const text = expression.replaceAll(/\s/g, '');
  const inner = /^\(([^()]*)\)$/.exec(text)?.[1];
  return inner ?? text;
}

/** A comparison of two literals that differ, in a text that is bare. */
function isOtherLiteral(text: string): boolean {
  const [, left, right] = /^(\d+|'[^'\\]*'|"[^"\\]*")==(\d+|'[^'\\]*'|"[^"\\]*")$/.exec(text) ?? [];
  if (left === undefined || right === undefined) return false;
  return left.startsWith('"') === right.startsWith('"') && left !== right;
}

/** Whether actions of a phase run at an endpoint of a protocol. Others, and what is not known, are taken to run. */
function runsAt(phase: string, scheme: string | undefined): boolean {
  if (scheme === undefined || !Object.hasOwn(policyPhases, phase)) return true;
  const { protocols } = policyPhases[phase as PhaseName];
  return protocols.includes(scheme as PolicyProtocol) || !isProtocol(scheme);
}

function isProtocol(scheme: string): boolean {
  return ['http', 'https', 'tls', 'tcp'].includes(scheme);
}

/** Whether removing it would let more requests pass: error pages and redirects have other purposes. */
function isKeeping(stop: Guard): boolean {
  return (
    isGuard(stop) ||
    stop.ownEnd !== undefined ||
    limits(stop.type) ||
    (stop.isRefusal && isAbout(stop.type, ({ refuses }) => refuses === 'by-status'))
  );
}

function isGuard({ type, config }: Guard): boolean {
  return isAbout(type, (action) => {
    const { guardsWith } = action;
    return decides(action) || (guardsWith !== undefined && isJsonMap(config) && guardsWith in config);
  });
}

function refuses({ type, config }: PolicyAction, url: string): boolean {
  const how = actionOf(type)?.refuses;
  switch (how) {
    case undefined:
      return false;
    case 'always':
      return true;
    case 'by-status':
      return isJsonMap(config) && Number(config['status_code']) >= 400;
    case 'elsewhere':
      return isJsonMap(config) && !('from' in config) && isElsewhere(config['to'], url);
  }
}

/** Whether a text is a fixed URL that the endpoint does not serve: another scheme, or another host. */
function isElsewhere(to: Json | undefined, url: string): boolean {
  if (typeof to !== 'string' || to.includes('$')) return false;
  const [, scheme, host] = /^(https?):\/\/([^/?#:@\s]+)(?:[:/?#]|$)/.exec(to.toLowerCase()) ?? [];
  const ownHost = parseEndpointUrl(url)?.host.toLowerCase();
  if (host === undefined || ownHost === undefined) return false;
  if (scheme !== schemeOf(url)) return true;
  return ownHost.startsWith('*.') ? !host.endsWith(ownHost.slice(1)) : host !== ownHost;
}

function isStop(type: string): boolean {
  return isAbout(type, ({ refuses }) => refuses !== undefined) || limits(type) || isAbout(type, decides);
}

/** Whether no further action sees a request after it, because it goes to another endpoint. */
export function handsOn(type: string): boolean {
  return targetSetting(type) !== undefined;
}

/** Whether a text may have an action that hands requests to another endpoint; to read it takes longer. */
export function mayHandOn(text: string): boolean {
  // Escaped text may spell any name.
  return handing.some((name) => text.includes(name)) || text.includes('\\');
}

/** The setting that names the endpoint that it hands requests to. */
export function targetSetting(type: string): string | undefined {
  return actionOf(type)?.target;
}

/** The name under which an unreadable policy, which may protect, is listed. */
export const unreadPolicy = 'traffic_policy (cannot be read)';

/** Whether the guards of a policy cannot be determined: it is a mask, a snapshot's placeholder, or not valid rules. */
export function isPolicyUnreadable(spec: Spec): boolean {
  return policyTree(spec) === undefined;
}
