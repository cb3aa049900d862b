/** Names that count up, `shop-1` to `shop-48`, or one name alone. */
export interface NameRun {
  readonly first: string;
  /** Absent: `first` is alone. */
  readonly last?: string;
  /** How many names it is for. */
  readonly count: number;
}

/** Two names that follow each other are as short as a run of them. */
const leastRun = 3;

/** The names in their order, those that count up by one as runs; each name is in one of them. */
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

/** By the numbers in them; the same in every locale. */
const collator = new Intl.Collator('en', { numeric: true });

function isNext(name: string, next: string): boolean {
  const [, stem, number = ''] = /^(.*?)(\d{1,15})$/.exec(name) ?? [];
  return stem !== undefined && next === stem + String(Number(number) + 1).padStart(number.length, '0');
}
