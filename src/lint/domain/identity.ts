import type { Subject } from '../rule.ts';

/** Groups resources by a key, in order; those without one are left out. */
export function groupedBy(
  resources: readonly Subject[],
  keyOf: (subject: Subject) => string | undefined,
): readonly (readonly [Subject, ...Subject[]])[] {
  const groups = new Map<string, [Subject, ...Subject[]]>();
  for (const subject of resources) {
    const key = keyOf(subject);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [subject]);
    else group.push(subject);
  }
  return [...groups.values()];
}
