/**
 * Changes that remove protection or make something newly reachable.
 *
 * Protection is the modules with the role `protecting`, how far they let people in, and the guards of a traffic policy.
 * A changed client secret is not an exposure: it authenticates us to the identity provider, and with a wrong one no
 * login succeeds; the issuer and the client id decide who passes. The secret of a webhook authenticates its sender, so
 * a different reference means different senders.
 *
 * A create alone is not an exposure: no protected object becomes less protected, and lint's `route-unprotected` checks
 * it. It is one if it takes over requests that a protected object serves so far (gate.ts).
 */
import type { Step, ExposureChange } from '../../model/plan/step.ts';
import { guardsOf, isPolicyUnreadable } from '../../derive/policy/policy-guards.ts';
import { isPolicyHidden } from '../../derive/policy/policy-hidden.ts';
import type { Field } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { ExposureLoss } from '../../model/facts/exposure.ts';
import type { Spec } from '../../model/value.ts';
import { approvalFor, type Planning } from '../input.ts';
import { distinct } from './distinct.ts';
import { logins, lostLogin } from './access/logins.ts';
import { isOn } from './module-value.ts';
import { claimedIdentities } from './access/identity-headers.ts';
import { newlyReachable } from './reach/newly-reachable.ts';
import { otherForwards, rewrittenPaths } from './policy/policy-forwards.ts';
import { decisionId } from '../steps/step.ts';
import { moreAgents } from './access/user-agents.ts';
import { lostEncryption } from './reach/lost-encryption.ts';
import { weakenedGuards } from './policy/policy-guards.ts';
import { lowerVersion, widened } from './access/widened.ts';

export type Exposure = Pick<ExposureChange, 'direction' | 'reasons'>;

/** The step with the found exposure added to its known one, and whether it is approved. */
export function exposing(planning: Planning, step: Step, found: Exposure | undefined): Step {
  if (found === undefined) return step;
  const { exposure: known } = step;
  const direction = known?.direction === 'weaker' ? known.direction : found.direction;
  const reasons = distinct([...(known?.reasons ?? []), ...found.reasons]);
  // Checked before the flags: a matching approval counts as used even if a flag allows the change as well.
  const change = decisionId(planning, step, 'exposure', step.changes);
  const { address } = step;
  const isAllowed =
    approvalFor(planning, 'exposure', { address, hash: change }) || planning.allow.exposure.includes(address);
  return { ...step, exposure: { direction, reasons, isAllowed, change } };
}

/** `more`: losses that `before` and `after` alone do not show. */
export function exposureOf(
  kind: KindName,
  before: Spec,
  after: Spec,
  more: readonly ExposureLoss[] = [],
): Exposure | undefined {
  const reasons = [...lessProtected(kind, before, after), ...otherPlaces(kind, before, after), ...more];
  if (reasons.length > 0) return { direction: 'weaker', reasons: distinct(reasons) };
  const opened = newlyReachable(kind, before, after, protectorsOf(kind, after).length > 0);
  return opened.length > 0 ? { direction: 'newly-reachable', reasons: opened } : undefined;
}

/** Losses of protection of an object, or of requests that a different object takes over. */
export function lessProtected(kind: KindName, before: Spec, after: Spec): readonly ExposureLoss[] {
  return [
    ...protectingModules(kind).flatMap((name) => weakenings(name, before, after)),
    ...lowerVersion(before['tls_termination'], after['tls_termination']),
    ...lostEncryption(before['url'], after['url']),
    ...moreAgents(before, after),
    ...claimedIdentities(before, after),
    // A masked policy cannot be compared (possible-exposure.ts).
    ...(isPolicyAsBefore(before, after) ? [] : weakenedGuards(before, after)),
  ];
}

/** Destinations of an object's policy that have changed. */
function otherPlaces(kind: KindName, before: Spec, after: Spec): readonly ExposureLoss[] {
  if (isPolicyAsBefore(before, after) || isPolicyUnreadable(before)) return [];
  const isGuarded = protectingModules(kind).some((name) => isOn(after[name]));
  return [...otherForwards(before, after, isGuarded), ...rewrittenPaths(before, after)];
}

function isPolicyAsBefore(before: Spec, after: Spec): boolean {
  return before['traffic_policy'] === after['traffic_policy'] || isPolicyHidden(after);
}

/** The names of what protects an object, in the API's order; `traffic_policy` if it has guards. */
export function protectorsOf(kind: KindName, spec: Spec): readonly string[] {
  const modules = protectingModules(kind).filter((name) => isOn(spec[name]));
  return guardsOf(spec).length > 0 ? [...modules, 'traffic_policy'] : modules;
}

/** Whether a field affects who may pass, in either direction: `oidc.client_secret`, `bindings`. */
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

function weakenings(name: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  const [was, is] = [before[name], after[name]];
  if (!isOn(was)) return [];
  if (isOn(is)) return widened(name, was, is);
  return logins.includes(name) ? lostLogin(name, before, after) : [{ code: 'module-off', module: name }];
}
