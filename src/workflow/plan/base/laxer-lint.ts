import type { PlanNote } from '../../../model/plan/plan.ts';
import type { Settings } from '../../../model/workspace.ts';

/**
 * Notes about lint settings and policies that are weaker than on the base; `lintByBase` checks with those of the base.
 */
export async function laxerLint(head: Settings, base: Settings, ref: string): Promise<readonly PlanNote[]> {
  const [{ loosenedLint }, { loosenedPolicies }, { rules }] = await Promise.all([
    import('../../../lint/domain/documents/loosened-lint.ts'),
    import('../../../lint/domain/documents/loosened-safety.ts'),
    import('../../../lint/rules.gen.ts'),
  ]);
  const found = [
    ...loosenedLint(head, base, (id) => rules.find((rule) => rule.id === id)),
    ...loosenedPolicies(head.policies, base.policies, ref),
  ];
  return found.map(({ message }) => ({
    topic: 'gate',
    fact: { code: 'lint-loosened', finding: message, ref },
  }));
}
