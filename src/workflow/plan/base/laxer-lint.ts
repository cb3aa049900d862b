import type { PlanNote } from '../../../model/plan/plan.ts';
import type { Settings } from '../../../model/workspace.ts';

interface Sides {
  readonly head: Settings;
  readonly base: Settings;
  /** The settings at the commit where the pull request starts. */
  readonly start: Settings;
  readonly changedTests: readonly string[];
  readonly ref: string;
}

/**
 * Notes about settings that were changed: neither stricter nor laxer, so that those of head apply. Windows and freezes
 * have notes of their own.
 */
export async function otherSettings({ head, start, changedTests, ref }: Sides): Promise<readonly PlanNote[]> {
  const { changedPolicyTests, changedSettings } =
    await import('../../../lint/domain/documents/changed-settings.ts');
  const found = [
    ...changedSettings(head.document, start.document, { ref, without: ['windows', 'freezes'] }),
    ...changedPolicyTests({ changedTests, ref }),
  ];
  return found.map(({ message }) => ({ topic: 'gate', fact: { code: 'setting-changed', finding: message } }));
}

/**
 * Notes about lint settings and policies that are weaker than on the base; `lintByBase` checks with those of the base.
 */
export async function laxerLint({
  head,
  base,
  ref,
}: Omit<Sides, 'start' | 'changedTests'>): Promise<readonly PlanNote[]> {
  const [{ loosenedLint }, { loosenedPolicies }, { rules }] = await Promise.all([
    import('../../../lint/domain/documents/loosened-lint.ts'),
    import('../../../lint/domain/documents/loosened-safety.ts'),
    import('../../../lint/rules.ts'),
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
