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
import type { SpecChange } from '../compare/spec-change.ts';
import { schemeOf } from '../../derive/forms/endpoint-url.ts';
import { isHiddenText } from '../../derive/forms/mask-text.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { ExposureLoss } from '../../model/facts/exposure.ts';
import type { ExposureChange, Step } from '../../model/plan/step.ts';
import type { Value } from '../../model/value.ts';
import { distinct } from './distinct.ts';
import { lessProtected } from './less-protected.ts';
import { newlyReachable } from './reach/newly-reachable.ts';
import type { Planning } from '../input.ts';
import { decisionId } from '../steps/decision-id.ts';
import { protectingModules } from '../../routing/protecting-modules.ts';
import { hasProtection } from '../../routing/protection.ts';
import { approvalsFor } from '../given-approvals.ts';

/** Schemes that encrypt the traffic between client and endpoint. */
const encrypted = ['https', 'tls'];

export type Exposure = Pick<ExposureChange, 'direction' | 'reasons'>;

/** The step with the found exposure added to its known one, and whether it is approved. */
export function exposing(planning: Planning, step: Step, found: Exposure | undefined): Step {
  if (found === undefined) return step;
  const { exposure: known } = step;
  const direction = known?.direction === 'weaker' ? known.direction : found.direction;
  const reasons = distinct([...(known?.reasons ?? []), ...found.reasons]);
  const change = decisionId(planning, step, 'exposure', step.changes);
  const { address } = step;
  const isAllowed =
    planning.allow.exposure.includes(address) ||
    approvalsFor(planning, 'exposure', { address, hash: change }).length > 0;
  return { ...step, exposure: { direction, reasons, isAllowed, change } };
}

/** `more`: losses that `before` and `after` alone do not show. */
export function exposureOf(change: SpecChange, more: readonly ExposureLoss[] = []): Exposure | undefined {
  const { kind, before, after } = change;
  const reasons = [...lessProtected(change), ...lostEncryption(before['url'], after['url']), ...more];
  if (reasons.length > 0) return { direction: 'weaker', reasons: distinct(reasons) };
  const opened = newlyReachable(change, hasProtection({ kind, spec: after }));
  return opened.length > 0 ? { direction: 'newly-reachable', reasons: opened } : undefined;
}

/** Whether a field affects who may pass, in either direction: `oidc.client_secret`, `bindings`. */
export function isProtectionPath(kind: KindName, path: string): boolean {
  const name = /^[^.[]+/.exec(path)?.[0] ?? path;
  return (
    name === 'bindings' || path === 'tls_termination.min_version' || protectingModules(kind).includes(name)
  );
}

/** A url scheme that no longer encrypts: credentials are then sent in clear, however the endpoint is protected. */
export function lostEncryption(before: Value | undefined, after: Value | undefined): readonly ExposureLoss[] {
  const [schemeBefore, schemeAfter] = [schemeIn(before), schemeIn(after)];
  // A url hidden in a snapshot may have been encrypted.
  if (isHiddenText(before) && schemeAfter !== undefined && !encrypted.includes(schemeAfter))
    return [{ code: 'encryption-unknown' }];
  if (
    schemeBefore === undefined ||
    schemeAfter === undefined ||
    !encrypted.includes(schemeBefore) ||
    encrypted.includes(schemeAfter)
  )
    return [];
  return [{ code: 'encryption-lost', from: schemeBefore, to: schemeAfter }];
}

function schemeIn(url: Value | undefined): string | undefined {
  return typeof url === 'string' ? schemeOf(url.trimStart()) : undefined;
}
