import { diskError } from './ledger-error.ts';
import type { LedgerFiles } from './ledger-files.ts';
import { ledgerFolder, refuseLedgerLinks, type LedgerFolder } from './ledger-folder.ts';

/** Rollback files, kept beside the ledger: one per run, for the last runs. */
export interface RollbackFiles {
  /** Durable when it resolves; keeps the twenty files written last, whatever their serials. */
  readonly write: (run: string, text: string) => Promise<void>;
  /** Undefined if there is no such run. */
  readonly read: (run: string) => Promise<string | undefined>;
  /** The runs, oldest first. */
  readonly list: () => Promise<readonly string[]>;
  /** The path of a run's file in messages. */
  readonly shown: (run: string) => string;
}

const keptRuns = 20;
const pattern = /^(\d+(?:-\d+)?)\.json$/;

export function rollbackFiles({
  root,
  folder,
  files,
  environment,
}: {
  readonly root: string;
  /** The folder of the environments' folders, relative to the root. */
  readonly folder: string;
  readonly files: LedgerFiles;
  readonly environment: string;
}): RollbackFiles {
  const place = ledgerFolder(root, folder, environment);
  const inner = withRollback(place);
  const list = async (): Promise<readonly string[]> => {
    await refuseLedgerLinks(files, root, inner);
    const names = await files.list(inner.at(''));
    return names.flatMap((name) => pattern.exec(name)?.[1] ?? []).sort(byRun);
  };
  return {
    shown: (run) => inner.shown(`${run}.json`),
    list: () => onDisk('read', inner.shown(''), list),
    read: (run) =>
      onDisk('read', inner.shown(`${run}.json`), async () => {
        // Only listed runs are read, so the name cannot lead outside.
        return (await list()).includes(run) ? files.read(inner.at(`${run}.json`)) : undefined;
      }),
    write: (run, text) =>
      onDisk('write', inner.shown(`${run}.json`), async () => {
        await refuseLedgerLinks(files, root, inner);
        for (const one of inner.folders) await files.makeFolder(one);
        await writeWhole(files, inner, run, text);
        await dropOldest(files, inner, { runs: await list(), kept: run });
      }),
  };
}

/** A restored ledger repeats serials, so age is decided by the time of writing. */
async function dropOldest(
  files: LedgerFiles,
  inner: LedgerFolder,
  { runs, kept }: { readonly runs: readonly string[]; readonly kept: string },
): Promise<void> {
  if (runs.length <= keptRuns) return;
  const others = runs.filter((run) => run !== kept).map((run) => inner.at(`${run}.json`));
  const dated = await Promise.all(others.map(async (path) => ({ path, at: await files.writtenAt(path) })));
  // For equal times, the later run in the list is newer.
  const newestFirst = dated.reverse().sort((a, b) => b.at - a.at);
  for (const { path } of newestFirst.slice(keptRuns - 1)) await files.remove(path);
}

async function writeWhole(files: LedgerFiles, inner: LedgerFolder, run: string, text: string): Promise<void> {
  const temporary = inner.at(`${run}.tmp`);
  // Under the ledger's lock, any temporary file was left by a killed run.
  const left = (await files.list(inner.at(''))).filter((name) => name.endsWith('.tmp'));
  for (const name of left) await files.remove(inner.at(name)).catch(() => undefined);
  const file = await files.create(temporary);
  try {
    await file.write(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await files.rename(temporary, inner.at(`${run}.json`));
  await files.syncFolder(inner.at(''));
}

function withRollback({ folders, at, shown }: LedgerFolder): LedgerFolder {
  return {
    folders: [...folders, at('rollback')],
    at: (file) => at(file === '' ? 'rollback' : `rollback/${file}`),
    shown: (file) => shown(`rollback/${file}`),
  };
}

async function onDisk<Result>(
  verb: 'read' | 'write',
  file: string,
  task: () => Promise<Result>,
): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    throw diskError(verb, file, error);
  }
}

/** By serial, then by the number of the run at that serial. */
function byRun(a: string, b: string): number {
  const [serial = 0, again = 1] = a.split('-').map(Number);
  const [otherSerial = 0, otherAgain = 1] = b.split('-').map(Number);
  return serial - otherSerial || again - otherAgain;
}
