/**
 * What a change makes weaker, or newly reachable. Protection is what the modules with the role `protecting` do, and how
 * far they let people in. One login module in the place of another is a swap, not a loss.
 */
import type { Field } from '../kinds/field.ts';
import { kinds } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import type { ExposureChange, Step } from '../model/plan.ts';
import type { Spec, Value } from '../model/value.ts';
import { consentFor, type Planning } from './input.ts';
import { isSwitchedOff } from './stated-enabled.ts';
import { hasAllowList, itemsOf, isTree, widened } from './widened.ts';

export type Exposure = Pick<ExposureChange, 'direction' | 'reasons'>;

/** The step with what it exposes, if it does, and whether somebody has said yes. */
export function withExposure(planning: Planning, step: Step, before: Spec, after: Spec): Step {
  return exposing(planning, step, exposureOf(step.kind, before, after));
}

export function exposing(planning: Planning, step: Step, found: Exposure | undefined): Step {
  if (found === undefined) return step;
  const isAllowed = planning.allow.exposure.includes(step.address) || consentFor(planning, 'exposure', step);
  return { ...step, exposure: { ...found, isAllowed } };
}

export function exposureOf(kind: KindName, before: Spec, after: Spec): Exposure | undefined {
  const reasons = [
    ...Object.entries(kinds[kind].fields).flatMap(([name, field]) =>
      isProtecting(field) && isOn(before[name]) ? weakenings(name, before, after) : [],
    ),
    ...loweredVersion(before['tls_termination'], after['tls_termination']),
  ];
  if (reasons.length > 0) return { direction: 'weaker', reasons };
  const opened = newlyReachable(kind, before, after);
  return opened.length > 0 ? { direction: 'newly-reachable', reasons: opened } : undefined;
}

/** Whether any module decides who may pass. */
export function isProtected(kind: KindName, spec: Spec): boolean {
  return Object.entries(kinds[kind].fields).some(([name, field]) => isProtecting(field) && isOn(spec[name]));
}

const logins = ['oauth', 'oidc', 'saml'];

function weakenings(name: string, before: Spec, after: Spec): readonly string[] {
  if (isOn(after[name])) return widened(name, before[name] as Spec, after[name] as Spec);
  const successor = logins.includes(name) ? logins.find((login) => isOn(after[login])) : undefined;
  if (successor === undefined) return [`\`${name}\` is switched off`];
  const isOpened = hasAllowList(before[name]) && !hasAllowList(after[successor]);
  return isOpened
    ? [`\`${successor}\` lets everyone in who can log in; \`${name}\`, which it replaces, let in some`]
    : [];
}

/** Versions compare as numbers; without one the service picks its own. */
function loweredVersion(before: Value | undefined, after: Value | undefined): readonly string[] {
  const [was, is] = [before, after].map((module) => (isTree(module) ? module['min_version'] : undefined));
  if (typeof was !== 'string') return [];
  if (typeof is !== 'string')
    return [`\`tls_termination.min_version\` was ${was} and becomes the service's default`];
  return Number(is) < Number(was) ? [`\`tls_termination.min_version\` is lowered from ${was} to ${is}`] : [];
}

/** Something answers now where nothing did, or somewhere new, and nothing protects it. */
function newlyReachable(kind: KindName, before: Spec, after: Spec): readonly string[] {
  const reasons: string[] = [];
  const bound = itemsOf(after['bindings']).filter(
    (binding) => !itemsOf(before['bindings']).includes(binding),
  );
  if (bound.includes('public')) reasons.push('`bindings` adds `public`');
  if (isProtected(kind, after)) return reasons;
  if (isOn(after['backend']) && !isOn(before['backend'])) {
    reasons.push('`backend` is switched on, and nothing protects it');
  }
  if (before['match'] !== undefined && after['match'] !== before['match']) {
    const [was, is] = [before['match'], after['match']].map(String);
    reasons.push(`\`match\` moves from \`${was ?? ''}\` to \`${is ?? ''}\`, and nothing protects it`);
  }
  return reasons;
}

function isProtecting(field: Field): boolean {
  return field.type === 'module' && field.module.role === 'protecting';
}

/** A module that is there and not disabled is applied to traffic (API 2.6). */
function isOn(module: Value | undefined): boolean {
  return isTree(module) && !isSwitchedOff(module);
}
