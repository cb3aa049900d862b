/**
 * What a traffic policy keeps out. The API does not describe policies (API 2.7), so this is our model, made of what was
 * seen (SPEC-GAPS, "traffic policy"): some actions decide who may pass, the expressions of their rule say of which
 * requests, and all of them must hold. An endpoint has nothing else that could protect it.
 */
import { Secret, SecretReference } from '../model/secret.ts';
import type { Json, Spec, Value } from '../model/value.ts';
import { parsePolicy } from './traffic-policy.ts';

/** An action that decides who may pass. */
export interface Guard {
  readonly phase: string;
  readonly type: string;
  readonly expressions: readonly string[];
  /** With references in the place of secrets, or with the secrets themselves: never printed. */
  readonly config: Json;
  /** The expressions of each rule that hands requests on to another endpoint before this one sees them. */
  readonly handedOn: readonly (readonly string[])[];
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
const mayGuard = new RegExp(guarding.join('|'));
/** However these answer, nobody passes; only the first two are there for that. */
export const refusing: readonly string[] = ['deny', 'close-connection', 'custom-response', 'redirect'];

/** The guards of the policy of an endpoint, or of that of a route or an edge where it is switched on. */
export function guardsOf(spec: Spec): readonly Guard[] {
  const text = textOf(spec);
  // What is escaped may spell anything.
  const mayHave = mayGuard.test(text) || text.includes('\\');
  return mayHave ? stopsOf(spec).filter(({ type }) => guarding.includes(type)) : [];
}

/** All actions by which a request may not reach what is behind. */
export function stopsOf(spec: Spec): readonly Guard[] {
  const tree = treeOf(textOf(spec)) ?? {};
  const stops: Guard[] = [];
  let handedOn: Guard['handedOn'] = [];
  for (const [phase, rules] of Object.entries(tree).sort(inOrder)) {
    for (const rule of listOf(rules)) {
      if (!isMap(rule)) continue;
      const expressions = listOf(rule['expressions']).map(String);
      for (const { type, config } of listOf(rule['actions']).filter(isMap)) {
        if (type === handing) handedOn = [...handedOn, expressions];
        if (typeof type !== 'string' || !(guarding.includes(type) || refusing.includes(type))) continue;
        stops.push({ phase, type, expressions, config: configOf(type, config), handedOn });
      }
    }
  }
  return stops;
}

/** The action after which no other one sees a request. */
const handing = 'forward-internal';

/** A connection comes before its requests. */
function inOrder([a]: [string, Json], [b]: [string, Json]): number {
  return Number(b === 'on_tcp_connect') - Number(a === 'on_tcp_connect');
}

/** How a policy is named that may protect, for all that can be read of it. */
export const unreadPolicy = 'traffic_policy (cannot be read)';

/** Whether there is a policy of which nobody can say what it keeps out: a mask, a hash of a snapshot, no rules at all. */
export function isPolicyUnreadable(spec: Spec): boolean {
  return treeOf(textOf(spec)) === undefined;
}

function configOf(type: string, config: Json | undefined): Json {
  return refusing.includes(type) ? null : (config ?? null);
}

/** What it says, an empty tree where there is none. */
function treeOf(text: string): Readonly<Record<string, Json>> | undefined {
  if (text.trim() === '') return {};
  const parsed = parsePolicy(text);
  if ('problem' in parsed) return undefined;
  return parsed.tree === null ? {} : isMap(parsed.tree) ? parsed.tree : undefined;
}

function textOf({ traffic_policy: policy }: Spec): string {
  const value = isModule(policy) ? (policy['enabled'] === false ? undefined : policy['value']) : policy;
  if (value instanceof Secret) return value.reveal();
  if (value instanceof SecretReference) return value.template;
  return typeof value === 'string' ? value : '';
}

function isModule(value: Value | undefined): value is Spec {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !(value instanceof Secret) && !(value instanceof SecretReference);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function isMap(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
