import type { LintSettings } from '../workspace.ts';
import type { RuleText } from './rule-text.ts';

/**
 * Whether a comment or a baseline may hide a rule's findings. Not allowed where the input would be compiled wrong or
 * not at all.
 */
export function isIgnorable({ ignorable }: RuleText): boolean {
  return ignorable !== false;
}

/** The same for a workspace, whose settings can exclude further rules. */
export function isSuppressible(rule: RuleText, { rules }: LintSettings): boolean {
  return isIgnorable(rule) && rules.get(rule.id)?.suppressible !== false;
}
