import { exitCodes, LedgerError } from '../model/errors.ts';
import type { Env } from '../model/io.ts';
import type { LedgerLock, LedgerState, LedgerStore } from '../model/ledger.ts';
import { dropOldest, keepGeneration } from './generations.ts';
import { diskError, lockRemoved, unsafeError } from './ledger-error.ts';
import type { LedgerFiles } from './ledger-files.ts';
import { ledgerFolder, refuseLedgerLinks, type LedgerFolder } from './ledger-folder.ts';
import type { LedgerHost } from './ledger-host.ts';
import { ledgerText } from './ledger-text.ts';
import { dropLock, isHeldBy, takeLock, type LockHolder, type LockPlace } from './lock-file.ts';
import { readGeneration, type LedgerPlace, type Stored } from './read-ledger.ts';
import { lockToRestore, type Restoring } from './restore-ledger.ts';
import { writeDurably } from './write-durably.ts';

export interface FileStoreOptions {
  /** The workspace's root. */
  readonly root: string;
  /** The folder of the environments' folders, relative to the root and with `/`; `.edgewright` by default. */
  readonly folder?: string;
  readonly files: LedgerFiles;
  readonly host: LedgerHost;
  readonly env: Env;
  /** The lineage in edgewright.yaml; a ledger of another lineage is refused. */
  readonly lineage?: string | undefined;
  /** `ci`: the files of a CI runner are lost with it, so the store is refused unless it was `named` explicitly. */
  readonly use: 'here' | 'ci' | 'named';
  /** Flags appended to each printed command that name this workspace and API, such as ` --local`. */
  readonly placeFlags?: string;
}

/** A store in files that keeps older generations. */
export interface FileStore extends LedgerStore {
  /** Takes the lock to replace a missing or unreadable ledger by an older generation. */
  readonly restore: (environment: string, serial: number) => Promise<Restoring>;
}

/** Ledgers as files below `.edgewright/`. */
export function fileStore({
  root,
  folder = '.edgewright',
  files,
  host,
  env,
  lineage,
  use,
  placeFlags = '',
}: FileStoreOptions): FileStore {
  if (use === 'ci') {
    throw unsafeError(
      'the `file` ledger would be lost with this CI runner',
      'name the store if its folder is kept between runs: `--ledger file`',
    );
  }
  const placeOf = (environment: string): LedgerPlace => {
    return { files, root, folder: ledgerFolder(root, folder, environment), environment, lineage, placeFlags };
  };
  return {
    read: async (environment) => (await readGeneration(placeOf(environment)))?.state,
    lock: (environment) => lockLedger(placeOf(environment), host, env),
    restore: (environment, serial) => lockToRestore(placeOf(environment), { host, env, serial }),
  };
}

async function lockLedger(place: LedgerPlace, host: LedgerHost, env: Env): Promise<LedgerLock> {
  const { files, root, folder } = place;
  const lockPlace = { files, folder, host, env };
  let mine: LockHolder;
  let last: Stored | undefined;
  try {
    await refuseLedgerLinks(files, root, folder);
    for (const one of folder.folders) await files.makeFolder(one);
    last = await readGeneration(place);
    mine = await takeLock(lockPlace, last?.state.fence ?? 0);
    await dropLeftovers(files, folder);
  } catch (error) {
    throw diskError('lock', folder.shown('ledger.lock'), error);
  }
  let failed: LedgerError | undefined;
  return {
    fence: mine.fence,
    replace: async (state) => {
      // After a failed fsync the state on disk is unknown, so the failure is final.
      if (failed !== undefined) throw failed;
      try {
        last = await replaceLedger(place, lockPlace, mine, { state, last });
      } catch (error) {
        failed = diskError('write', folder.shown('ledger.json'), error, 'the generation before it is intact');
        throw failed;
      }
    },
    release: async () => {
      try {
        await dropLock(lockPlace, mine);
      } catch (error) {
        throw diskError('lock', folder.shown('ledger.lock'), error);
      }
    },
  };
}

/** Removes temporary files of killed runs: only the holder of the lock writes here. */
async function dropLeftovers(files: LedgerFiles, folder: LedgerFolder): Promise<void> {
  const names = await files.list(folder.at(''));
  for (const name of names.filter((each) => /^ledger\.[\w-]+\.tmp$/.test(each)))
    await files.remove(folder.at(name)).catch(() => undefined);
}

async function replaceLedger(
  place: LedgerPlace,
  lockPlace: LockPlace,
  mine: LockHolder,
  { state, last }: { readonly state: LedgerState; readonly last: Stored | undefined },
): Promise<Stored> {
  const { files, folder } = place;
  const temporary = folder.at(`ledger.${mine.holder}.tmp`);
  const current = await readGeneration(place, last);
  checkSerial(place, current, state);
  const text = ledgerText(state);
  try {
    await writeDurably(files, temporary, text);
    if (current !== undefined) await keepGeneration(files, folder, current.state.serial, current.text);
    if (!(await isHeldBy(lockPlace, mine))) {
      throw lockRemoved();
    }
    await files.rename(temporary, folder.at('ledger.json'));
  } catch (error) {
    await files.remove(temporary).catch(() => undefined);
    throw error;
  }
  await files.syncFolder(folder.at(''));
  // The new generation is durable, so failing to remove an old one is not an error.
  await dropOldest(files, folder).catch(() => undefined);
  return { state, text };
}

/** Compare and swap: fails if the ledger was replaced since it was read. */
function checkSerial({ folder }: LedgerPlace, current: Stored | undefined, state: LedgerState): void {
  const serial = current?.state.serial ?? 0;
  if (state.serial === serial + 1) return;
  throw new LedgerError(
    exitCodes.unsafe,
    `\`${folder.shown('ledger.json')}\` has serial ${serial}, not ${state.serial - 1}: something else wrote it`,
    { help: 'plan again' },
  );
}
