import type { Step, ProtectionChange } from '../../model/plan/step.ts';

/** `oidc, ip_restriction -> oidc`, or the changes within the same modules. */
export function protectionText({
  before,
  after,
  changed = [],
}: Pick<ProtectionChange, 'before' | 'after'> & Partial<ProtectionChange>): string {
  const [old, now] = [namesText(before), namesText(after)];
  if (old !== now) return `${old} -> ${now}`;
  return changed.length === 0 || after.length === 0
    ? `${now}, as before`
    : `${now}, changed in ${changed.join(', ')}`;
}

/** The protecting modules, or `none`. */
export function namesText(modules: readonly string[]): string {
  return modules.length === 0 ? 'none' : modules.join(', ');
}

/** Whether a step changes the protection. */
export function hasChanged({ protection }: Step): boolean {
  if (protection === undefined) return false;
  const { before, after, changed } = protection;
  return (changed.length > 0 && after.length > 0) || before.join() !== after.join();
}
