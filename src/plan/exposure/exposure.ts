/**
 * Changes that remove protection or make something newly reachable.
 *
 * Protection is the modules with the role `protecting`, how far they let people in, and the guards of a traffic policy.
 * A changed client secret is not an exposure: it authenticates us to the identity provider, and with a wrong one no
 * login succeeds; the issuer and the client id decide who passes. The secret of a webhook authenticates its sender, so
 * a different reference means different senders.
 *
 * A create alone is not an exposure: no protected object becomes less protected, and lint's `route-unprotected` checks
 * it. It is one if it takes over requests that a protected object serves so far, or reaches by another way what only
 * protected objects reach (gate.ts, other-ways.ts).
 */
import type { Step, ExposureChange } from '../../model/plan/step.ts';
import { activeModule, stillOn } from '../../derive/module-state.ts';
import { schemeOf } from '../../derive/forms/endpoint-url.ts';
import { isPolicyUnreadable } from '../../derive/policy/policy-guards.ts';
import { isPolicyHidden } from '../../derive/policy/policy-hidden.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { ExposureLoss } from '../../model/facts/exposure.ts';
import type { Spec } from '../../model/value.ts';
import { hasProtection } from '../../routing/protection.ts';
import { loginModules, protectingModules } from '../../routing/protecting-modules.ts';
import { approvalFor, type Planning } from '../input.ts';
import { distinct } from './distinct.ts';
import { lostLogin } from './access/logins.ts';
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
  const reasons = [
    ...lessProtected(kind, before, after),
    ...lostEncryption(before['url'], after['url']),
    ...otherPlaces(kind, before, after),
    ...more,
  ];
  if (reasons.length > 0) return { direction: 'weaker', reasons: distinct(reasons) };
  const opened = newlyReachable(kind, before, after, hasProtection({ kind, spec: after }));
  return opened.length > 0 ? { direction: 'newly-reachable', reasons: opened } : undefined;
}

/** Losses of protection of an object, or of requests that a different object takes over. */
export function lessProtected(kind: KindName, before: Spec, after: Spec): readonly ExposureLoss[] {
  return [
    ...protectingModules(kind).flatMap((name) => weakenings(name, before, after)),
    ...lowerVersion(before, after),
    ...moreAgents(before, after),
    ...claimedIdentities(before, after),
    // A masked policy cannot be compared (possible-exposure.ts).
    ...(isPolicyAsBefore(before, after) && runsAlike(before, after) ? [] : weakenedGuards(before, after)),
  ];
}

/** Destinations of an object's policy that have changed. */
function otherPlaces(kind: KindName, before: Spec, after: Spec): readonly ExposureLoss[] {
  if (isPolicyAsBefore(before, after) || isPolicyUnreadable(before)) return [];
  return [
    ...otherForwards(before, after, hasProtection({ kind, spec: after })),
    ...rewrittenPaths(before, after),
  ];
}

function isPolicyAsBefore(before: Spec, after: Spec): boolean {
  return before['traffic_policy'] === after['traffic_policy'] || isPolicyHidden(after);
}

/** Whether the URLs have one protocol: the phases of a policy run at some protocols only. */
function runsAlike(before: Spec, after: Spec): boolean {
  if (isPolicyHidden(after)) return true;
  const [was, is] = [before, after].map(({ url }) => (typeof url === 'string' ? schemeOf(url) : undefined));
  return was === is;
}

/** Whether a field affects who may pass, in either direction: `oidc.client_secret`, `bindings`. */
export function isProtectionPath(kind: KindName, path: string): boolean {
  const name = /^[^.[]+/.exec(path)?.[0] ?? path;
  return (
    name === 'bindings' || path === 'tls_termination.min_version' || protectingModules(kind).includes(name)
  );
}

function weakenings(name: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  const [was, is] = [activeModule(before, name), stillOn(before, after, name)];
  if (was === undefined) return [];
  if (is !== undefined) return widened(name, was, is);
  return loginModules.includes(name)
    ? lostLogin(name, before, after)
    : [{ code: 'module-off', module: name }];
}
