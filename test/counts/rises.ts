/** The counts of one run, by figure. */
export type Counts = Readonly<Record<string, number>>;

/** The size of the bundle changes with every commit; what counts is a library or a table that gets into it. */
const tolerance = (figure: string): number => (figure.startsWith('bytes of dist/') ? 1.05 : 1);

const howToRecord = 'if that is meant, record it with `npm run record test/counts/counts.prove.ts`';

/** One sentence for each figure of a run that has risen above what is recorded. */
export function rises(run: string, recorded: Counts | undefined, seen: Counts): readonly string[] {
  if (recorded === undefined) return [`${run} is not recorded; ${howToRecord}`];
  return Object.entries(seen).flatMap(([figure, count]) => {
    const before = recorded[figure] ?? 0;
    if (count <= before * tolerance(figure)) return [];
    return [`${run}: ${figure} rose from ${before} to ${count}; ${howToRecord}`];
  });
}
