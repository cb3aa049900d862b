/** Names with consecutive numbers, `shop-1` to `shop-48`, or a single name. */
export interface NameRun {
  readonly first: string;
  /** Absent for a single name. */
  readonly last?: string;
  /** Number of names. */
  readonly count: number;
}

/** Two consecutive names are no longer than a run. */
const leastRun = 3;

/** The sorted names, consecutive ones as runs; each name is in exactly one run. */
export function nameRuns(names: readonly string[]): readonly NameRun[] {
  const ordered = names.toSorted((a, b) => collator.compare(a, b));
  const groups: string[][] = [];
  for (const name of ordered) {
    const group = groups.at(-1);
    if (group?.at(-1) !== undefined && isNext(group.at(-1) ?? '', name)) group.push(name);
    else groups.push([name]);
  }
  return groups.flatMap((group): NameRun[] => {
    const [first = ''] = group;
    const last = group.at(-1);
    return group.length >= leastRun && last !== undefined
      ? [{ first, last, count: group.length }]
      : group.map((name) => ({ first: name, count: 1 }));
  });
}

/** Sorts by the numbers in names, equally in every locale. */
const collator = new Intl.Collator('en', { numeric: true });

function isNext(name: string, next: string): boolean {
  const [, stem, number = ''] = /^(.*?)(\d{1,15})$/.exec(name) ?? [];
  return stem !== undefined && next === stem + String(Number(number) + 1).padStart(number.length, '0');
}
