/**
 * What a traffic policy keeps out. The API does not describe policies (API 2.7), so this is our model, made of what was
 * seen (SPEC-GAPS, "traffic policy"): some actions decide who may pass, the expressions of their rule say of which
 * requests, and all of them must hold. An endpoint has nothing else that could protect it, so a plan that is silent
 * about a `deny` that goes would be silent about the only protection there was.
 */
import { parsePolicy } from '../derive/traffic-policy.ts';
import { canonicalJson } from '../derive/hash.ts';
import { Secret, SecretReference } from '../model/secret.ts';
import type { Json, Spec } from '../model/value.ts';
import { isOn, isTree } from './module-value.ts';

/** An action that decides who may pass. */
interface Guard {
  readonly phase: string;
  readonly type: string;
  readonly expressions: readonly string[];
  /** As canonical JSON; never printed. Undefined where a part of it is hidden. */
  readonly config: string | undefined;
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
const refusing = ['deny', 'close-connection', 'custom-response', 'redirect'];

/** The guards of the policy of an endpoint, or of that of a route or an edge where it is switched on. */
export function guardsOf(spec: Spec): readonly Guard[] {
  const { text } = policyOf(spec);
  return mayGuard.test(text) ? stopsOf(spec).filter(({ type }) => guarding.includes(type)) : [];
}

/** A sentence for each guard that after the change keeps out less, or other people. */
export function weakenedGuards(before: Spec, after: Spec): readonly string[] {
  const old = guardsOf(before);
  if (old.length === 0) return [];
  const now = stopsOf(after);
  const lost = old.filter((guard) => !now.some((other) => covers(other, guard)));
  return [...new Set(lost.map((guard) => sentenceFor(guard, now)))];
}

/** All actions by which a request may not reach what is behind. */
function stopsOf(spec: Spec): readonly Guard[] {
  const { text, isHidden } = policyOf(spec);
  const parsed = text === '' ? { tree: null } : parsePolicy(text);
  if ('problem' in parsed || !isMap(parsed.tree)) return [];
  return Object.entries(parsed.tree).flatMap(([phase, rules]) =>
    listOf(rules).flatMap((rule) => stopsOfRule(phase, rule, isHidden)),
  );
}

function stopsOfRule(phase: string, rule: Json, isHidden: boolean): readonly Guard[] {
  if (!isMap(rule)) return [];
  const expressions = listOf(rule['expressions']).map(String);
  return listOf(rule['actions']).flatMap((action) => {
    if (!isMap(action)) return [];
    const { type, config } = action;
    if (typeof type !== 'string' || !(guarding.includes(type) || refusing.includes(type))) return [];
    return [{ phase, type, expressions, config: isHidden ? undefined : configOf(type, config) }];
  });
}

function configOf(type: string, config: Json | undefined): string {
  return refusing.includes(type) ? '' : canonicalJson(config ?? null);
}

/** Each expression more is a condition more, and lets more requests by. */
function covers(now: Guard, before: Guard): boolean {
  return (
    now.phase === before.phase &&
    (now.type === before.type || (refusing.includes(now.type) && refusing.includes(before.type))) &&
    now.expressions.every((expression) => before.expressions.includes(expression)) &&
    (now.config === undefined || before.config === undefined || now.config === before.config)
  );
}

function sentenceFor({ phase, type }: Guard, now: readonly Guard[]): string {
  const isStillThere = now.some((guard) => guard.phase === phase && guard.type === type);
  return isStillThere
    ? `\`traffic_policy\` changes what \`${type}\` in \`${phase}\` keeps out (our model)`
    : `\`traffic_policy\` no longer has \`${type}\` in \`${phase}\` (our model)`;
}

function policyOf({ traffic_policy: policy }: Spec): { readonly text: string; readonly isHidden: boolean } {
  const value = isTree(policy) ? (isOn(policy) ? policy['value'] : undefined) : policy;
  if (value instanceof Secret) return { text: value.reveal(), isHidden: true };
  if (value instanceof SecretReference) return { text: value.template, isHidden: true };
  return { text: typeof value === 'string' ? value : '', isHidden: false };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function isMap(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
