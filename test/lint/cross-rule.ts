import { rules } from '../../src/lint/rules.ts';
import type { CrossRule } from '../../src/lint/rule.ts';

/** A rule that checks all the resources of an environment together, to be called by itself. */
export function crossRule(id: string): CrossRule {
  const rule = rules.find((one) => one.id === id);
  if (rule?.scope !== 'environment') throw new Error(`no such rule: ${id}`);
  return rule;
}
