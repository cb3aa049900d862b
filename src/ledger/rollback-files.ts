import type { RollbackFiles } from '../model/ledger/ledger-store.ts';
import type { Texts, Write } from './backend.ts';

const keptRuns = 20;
const pattern = /^(\d{1,15}(?:-\d{1,9})?)\.json$/;

export function rollbackFiles(texts: Texts, shown: (name: string) => string): RollbackFiles {
  return {
    shown: (run) => shown(fileOf(run)),
    list: () => listRuns(texts),
    // Only listed runs are read, so the name cannot lead outside.
    read: async (run) => ((await listRuns(texts)).includes(run) ? texts.read(fileOf(run)) : undefined),
  };
}

/**
 * Durable when it resolves; keeps the twenty files written last. Files of shards have names with different counts:
 * twenty are kept for each count, so that an apply of many shards drops none of the applies before.
 */
export async function putRollback(
  texts: Texts,
  write: (writes: readonly Write[]) => Promise<void>,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<void> {
  const [, count] = numbersOf(name);
  const runs = (await listRuns(texts)).filter((run) => run !== name && numbersOf(run)[1] === count);
  const old = runs.length < keptRuns ? [] : await oldest(texts, runs);
  await write([{ put: fileOf(name), text }, ...old.map((run) => ({ remove: fileOf(run) }))]);
}

/** The runs to drop. A rebuilt ledger repeats serials, so age is decided by the time in the file. */
async function oldest(texts: Texts, runs: readonly string[]): Promise<readonly string[]> {
  const dated = await Promise.all(
    runs.map(async (run) => ({ run, at: timeIn((await texts.read(fileOf(run))) ?? '') })),
  );
  // For equal times, the later run in the list is newer.
  const newestFirst = dated.reverse().sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return newestFirst.slice(keptRuns - 1).map(({ run }) => run);
}

/** The time of the run; a file that says none is the oldest. */
function timeIn(text: string): string {
  return /"at":\s*"([^"]*)"/.exec(text)?.[1] ?? '';
}

async function listRuns(texts: Texts): Promise<readonly string[]> {
  const names = await texts.list('rollback/');
  return names.flatMap((name) => pattern.exec(name)?.[1] ?? []).sort(byRun);
}

function fileOf(run: string): string {
  return `rollback/${run}.json`;
}

/** By serial, then by the count of the run at that serial. */
function byRun(a: string, b: string): number {
  const [serial, count] = numbersOf(a);
  const [otherSerial, otherCount] = numbersOf(b);
  return serial - otherSerial || count - otherCount;
}

function numbersOf(run: string): readonly [serial: number, count: number] {
  const [serial = 0, count = 1] = run.split('-').map(Number);
  return [serial, count];
}
