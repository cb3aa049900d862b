/**
 * What a step makes weaker, or newly reachable. Protection is what the modules with the role `protecting` do, and how
 * far they let people in. One login module in the place of another is a swap, not a loss.
 */
import { kinds } from '../kinds/index.ts';
import type { ExposureChange, Step } from '../model/plan.ts';
import { SecretReference } from '../model/secret.ts';
import type { Spec, Value } from '../model/value.ts';
import { widened } from './widened.ts';
import { consentFor, type Planning } from './input.ts';

const logins = ['oauth', 'oidc', 'saml'];

/** The step with what it exposes, if it does, and whether somebody has said yes. */
export function withExposure(planning: Planning, step: Step, before: Spec, after: Spec): Step {
  const found = exposureOf(step, before, after);
  if (found === undefined) return step;
  const isAllowed = planning.allow.exposure.includes(step.address) || consentFor(planning, 'exposure', step);
  return { ...step, exposure: { ...found, isAllowed } };
}

function exposureOf(
  { kind }: Step,
  before: Spec,
  after: Spec,
): Omit<ExposureChange, 'isAllowed'> | undefined {
  const reasons: string[] = [];
  const swapped = logins.some((name) => isOn(after[name])) && logins.some((name) => isOn(before[name]));
  for (const [name, field] of Object.entries(kinds[kind].fields)) {
    if (field.type !== 'module' || field.module.role !== 'protecting' || !isOn(before[name])) continue;
    if (isOn(after[name])) reasons.push(...widened(name, before[name] as Spec, after[name] as Spec));
    else if (!(swapped && logins.includes(name))) reasons.push(`\`${name}\` is switched off`);
  }
  if (reasons.length > 0) return { direction: 'weaker', reasons };
  const opened = newlyReachable(before, after);
  return opened.length > 0 ? { direction: 'newly-reachable', reasons: opened } : undefined;
}

/** Something answers now where nothing did, or somewhere new, and nothing protects it. */
function newlyReachable(before: Spec, after: Spec): readonly string[] {
  const isProtected = [...logins, 'ip_restriction', 'mutual_tls', 'webhook_verification'].some((name) =>
    isOn(after[name]),
  );
  const reasons: string[] = [];
  if (!isProtected && 'backend' in after && isOn(after['backend']) && !isOn(before['backend']))
    reasons.push('`backend` is switched on, and nothing protects it');
  const bound = listOf(after['bindings']).filter((binding) => !listOf(before['bindings']).includes(binding));
  if (bound.includes('public')) reasons.push('`bindings` adds `public`');
  if (!isProtected && before['match'] !== undefined && after['match'] !== before['match'])
    reasons.push(
      `\`match\` moves from \`${String(before['match'])}\` to \`${String(after['match'])}\`, and nothing protects it`,
    );
  return reasons;
}

/** A module that is there and not disabled is applied to traffic (API 2.6). */
function isOn(module: Value | undefined): boolean {
  return (
    typeof module === 'object' &&
    module !== null &&
    !(module instanceof SecretReference) &&
    (module as Spec)['enabled'] !== false
  );
}

function listOf(value: Value | undefined): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
