import type { Subject } from '../../rule.ts';

/** Groups of two or more resources with the same key, as a reader meets them. Resources without a key are left out. */
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
  for (const group of groups.values()) group.sort(byPlace);
  return [...groups.values()];
}

/** By file and line; live objects keep their order. */
function byPlace({ document: a }: Subject, { document: b }: Subject): number {
  if (a === undefined || b === undefined) return 0;
  const [file, other] = [a.source.path, b.source.path];
  if (file !== other) return file < other ? -1 : 1;
  return a.nameNode.start - b.nameNode.start;
}
