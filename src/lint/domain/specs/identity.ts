import type { Subject } from '../../rule.ts';

/** Groups of two or more resources with the same key, in order. Resources without a key are left out. */
export function sharing(
  resources: readonly Subject[],
  keyOf: (subject: Subject) => string | undefined,
): readonly (readonly [Subject, ...Subject[]])[] {
  const firsts = new Map<string, Subject>();
  const groups = new Map<string, [Subject, ...Subject[]]>();
  for (const subject of resources) {
    const key = keyOf(subject);
    if (key === undefined) continue;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, subject);
    else {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [first, subject]);
      else group.push(subject);
    }
  }
  return [...groups.values()];
}
