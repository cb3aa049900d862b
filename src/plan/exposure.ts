/**
 * What a change makes weaker, or newly reachable. Protection is what the modules with the role `protecting` do, how far
 * they let people in, and what a traffic policy keeps out. A client secret that changes is not weaker: it proves us to
 * the identity provider, and with a wrong one nobody passes; who passes is decided by the issuer and the client id. The
 * secret of a webhook is what a sender proves itself with, so another reference means other senders.
 *
 * A create is no exposure by itself: nothing that was protected becomes less so, and `route-unprotected` of lint judges
 * it. Where it takes what a protected one serves until now it is one (gate.ts).
 */
import { compareValues } from '../derive/canonical.ts';
import { guardsOf, isPolicyUnreadable } from '../derive/policy-guards.ts';
import type { Field } from '../kinds/field.ts';
import { kinds } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import type { ExposureChange, Step } from '../model/plan.ts';
import type { Spec, Value } from '../model/value.ts';
import { approvalFor, type Planning } from './input.ts';
import { logins, lostLogin } from './logins.ts';
import { isOn, itemsOf } from './module-value.ts';
import { decisionId } from './step.ts';
import { lostEncryption } from './lost-encryption.ts';
import { weakenedGuards } from './policy-guards.ts';
import { lowerVersion, widened } from './widened.ts';
import { covers } from './match-covers.ts';

export type Exposure = Pick<ExposureChange, 'direction' | 'reasons'>;

/** The step with what it exposes, if it does, beside what it is known to expose, and whether that is approved. */
export function exposing(planning: Planning, step: Step, found: Exposure | undefined): Step {
  if (found === undefined) return step;
  const { exposure: known } = step;
  const direction = known?.direction === 'weaker' ? known.direction : found.direction;
  const reasons = [...new Set([...(known?.reasons ?? []), ...found.reasons])];
  // Asked first: an approval that fits is in use, also where a flag says yes as well.
  const change = decisionId(planning, step, 'exposure', step.changes);
  const { address } = step;
  const isAllowed =
    approvalFor(planning, 'exposure', { address, hash: change }) || planning.allow.exposure.includes(address);
  return { ...step, exposure: { direction, reasons, isAllowed, change } };
}

/** `more`: reasons that the two sides alone do not show. */
export function exposureOf(
  kind: KindName,
  before: Spec,
  after: Spec,
  more: readonly string[] = [],
): Exposure | undefined {
  const reasons = [
    ...protectingModules(kind).flatMap((name) => weakenings(name, before, after)),
    ...lowerVersion(before['tls_termination'], after['tls_termination']),
    ...lostEncryption(before['url'], after['url']),
    ...(isPolicyAsBefore(before, after) ? [] : weakenedGuards(before, after)),
    ...more,
  ];
  if (reasons.length > 0) return { direction: 'weaker', reasons: [...new Set(reasons)] };
  const opened = newlyReachable(kind, before, after);
  return opened.length > 0 ? { direction: 'newly-reachable', reasons: opened } : undefined;
}

/** Of one that cannot be read nothing is claimed (unjudged.ts). */
function isPolicyAsBefore(before: Spec, after: Spec): boolean {
  return before['traffic_policy'] === after['traffic_policy'] || isPolicyUnreadable(after);
}

/** What decides who may pass, by name and in the API's order; a traffic policy where it has guards. */
export function protectorsOf(kind: KindName, spec: Spec): readonly string[] {
  const modules = protectingModules(kind).filter((name) => isOn(spec[name]));
  return guardsOf(spec).length > 0 ? [...modules, 'traffic_policy'] : modules;
}

/** Whether a changed field says who may pass, for better or worse: `oidc.client_secret`, `bindings`. */
export function isProtectionPath(kind: KindName, path: string): boolean {
  const name = /^[^.[]+/.exec(path)?.[0] ?? path;
  return (
    name === 'bindings' || path === 'tls_termination.min_version' || protectingModules(kind).includes(name)
  );
}

function protectingModules(kind: KindName): readonly string[] {
  return Object.entries(kinds[kind].fields).flatMap(([name, field]) => (isProtecting(field) ? [name] : []));
}

function isProtecting(field: Field): boolean {
  return field.type === 'module' && field.module.role === 'protecting';
}

function weakenings(name: string, before: Spec, after: Spec): readonly string[] {
  const [was, is] = [before[name], after[name]];
  if (!isOn(was)) return [];
  if (isOn(is)) return widened(name, was, is);
  return logins.includes(name) ? lostLogin(name, before, after) : [`\`${name}\` is switched off`];
}

/** Something answers now where nothing did, or somewhere new, and nothing protects it. */
function newlyReachable(kind: KindName, before: Spec, after: Spec): readonly string[] {
  const reasons: string[] = [];
  const bound = itemsOf(after['bindings']).filter(
    (binding) => !itemsOf(before['bindings']).includes(binding),
  );
  if (bound.includes('public')) reasons.push('`bindings` adds `public`');
  const was = itemsOf(before['bindings']);
  if (was.length > 0 && !was.includes('public') && itemsOf(after['bindings']).length === 0)
    reasons.push('`bindings` is emptied: the service may make it public');
  if (protectorsOf(kind, after).length > 0) return reasons;
  const open = isPolicyUnreadable(after)
    ? 'nothing that can be read here protects it'
    : 'nothing protects it';
  if (isOn(after['backend']) && !isOn(before['backend'])) {
    reasons.push(`\`backend\` is switched on, and ${open}`);
  }
  for (const field of ['url', 'match', 'match_type']) {
    const [was, is] = [before[field], after[field]];
    if (was === undefined || covers(before, after)) continue;
    if (compareValues(kinds[kind].fields[field], was, is, () => undefined) === 'same') continue;
    reasons.push(`\`${field}\` moves from ${text(was)} to ${text(is)}, and ${open}`);
  }
  return reasons;
}

function text(value: Value | undefined): string {
  return typeof value === 'string' ? `\`${value}\`` : 'nothing';
}
