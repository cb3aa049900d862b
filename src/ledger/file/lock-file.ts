import type { RunAbout } from '../../model/journal/journal.ts';
import type { Env } from '../../model/io.ts';
import type { LedgerHolder, Unlocked } from '../../model/ledger-store.ts';
import { diskError, unsafeError } from '../ledger-error.ts';
import type { LedgerFiles } from './ledger-files.ts';
import type { LedgerFolder } from './ledger-folder.ts';
import { isRunning, thisProcess, type RunProcess } from '../run-process.ts';
import type { LedgerHost } from './ledger-host.ts';
import { withoutLinks } from './write-durably.ts';

/** The lock holder, as stored in the lock file. */
export interface LockHolder extends RunProcess {
  readonly holder: string;
  readonly run: RunAbout;
}

export interface LockPlace {
  readonly files: LedgerFiles;
  readonly folder: LedgerFolder;
  /** The command that takes the lock away from a run. */
  readonly unlockCommand: (id: string) => string;
  readonly host: LedgerHost;
  readonly env: Env;
}

const lockFile = 'ledger.lock';

/**
 * Takes the lock, or throws an error that names the holder. A lock is taken over only if its process cannot be running:
 * same machine, same boot, and the process is gone or its number belongs to a different one. Times are not compared.
 */
export async function takeLock(place: LockPlace, run: RunAbout): Promise<LockHolder> {
  const { host, env } = place;
  const mine = {
    holder: Buffer.from(env.random(16)).toString('hex'),
    ...(await thisProcess(host)),
    run: { ...run, host: host.host },
  };
  if (await tryCreate(place, mine)) return mine;
  const other = await readHolder(place);
  if (other === undefined || (await isHolderRunning(other, host)) !== false) throw held(place, other);
  await removeLock(place, other);
  if (!(await tryCreate(place, mine))) throw held(place, await readHolder(place));
  return mine;
}

/** Who has the lock. */
export async function holderOf(
  place: Pick<LockPlace, 'files' | 'folder'>,
  host: LedgerHost,
): Promise<LedgerHolder | undefined> {
  if ((await place.files.look(place.folder.at(lockFile))) === undefined) return undefined;
  const holder = await readHolder(place);
  return { run: holder?.run, ...(holder && { isRunning: await isHolderRunning(holder, host) }) };
}

/** Whether the lock is still the one we took. */
export async function isHeldBy(
  place: Pick<LockPlace, 'files' | 'folder'>,
  { holder }: LockHolder,
): Promise<boolean> {
  return (await readHolder(place))?.holder === holder;
}

/** Takes the lock away from the run with this id. */
export async function unlock(place: Omit<LockPlace, 'host' | 'env'>, id: string): Promise<Unlocked> {
  if ((await place.files.look(place.folder.at(lockFile))) === undefined) return 'not-locked';
  const holder = await readHolder(place);
  if (holder === undefined) {
    const shown = place.folder.shown(lockFile);
    throw unsafeError(`\`${shown}\` does not say who holds the lock`, `delete \`${shown}\``);
  }
  if (holder.run.id !== id) return { other: holder.run };
  await removeLock(place, holder);
  return 'unlocked';
}

export async function dropLock(place: LockPlace, mine: LockHolder): Promise<void> {
  if (!(await isHeldBy(place, mine))) return;
  await place.files.remove(place.folder.at(lockFile));
  await place.files.syncFolder(place.folder.at(''));
}

/** Written whole under another name first: a run that is killed here leaves no lock without a holder. */
async function tryCreate(place: LockPlace, mine: LockHolder): Promise<boolean> {
  const { files, folder } = place;
  const text = `${JSON.stringify(mine)}\n`;
  const temporary = `${lockFile}.${mine.holder}.tmp`;
  await createExclusively(place, temporary, text);
  try {
    await files.link(folder.at(temporary), folder.at(lockFile));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    // The holder of the lock removes temporary files.
    if (code === 'EEXIST' || code === 'ENOENT') return false;
    if (!withoutLinks.has(code)) throw diskError('lock', folder.shown(lockFile), error);
    if (!(await createExclusively(place, lockFile, text))) return false;
  } finally {
    await files.remove(folder.at(temporary)).catch(() => undefined);
  }
  await files.syncFolder(folder.at(''));
  return true;
}

/**
 * Only the process that creates the file named after the holder may remove its lock. It then checks again, because a
 * slower process may have read the lock before a faster one replaced it.
 */
async function removeLock(place: Omit<LockPlace, 'host' | 'env'>, dead: LockHolder): Promise<void> {
  const { files, folder } = place;
  const claim = `${lockFile}.${dead.holder}`;
  if (!(await createExclusively(place, claim, ''))) throw held(place, dead, claim);
  try {
    if (!(await isHeldBy(place, dead))) throw held(place, await readHolder(place));
    await files.remove(folder.at(lockFile));
    await files.syncFolder(folder.at(''));
  } finally {
    await files.remove(folder.at(claim));
  }
}

async function createExclusively(
  { files, folder }: Pick<LockPlace, 'files' | 'folder'>,
  name: string,
  text: string,
): Promise<boolean> {
  try {
    const file = await files.create(folder.at(name));
    try {
      await file.write(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    await files.remove(folder.at(name)).catch(() => undefined);
    throw diskError('lock', folder.shown(name.endsWith('.tmp') ? lockFile : name), error);
  }
}

async function readHolder({
  files,
  folder,
}: Pick<LockPlace, 'files' | 'folder'>): Promise<LockHolder | undefined> {
  if ((await files.look(folder.at(lockFile))) !== 'file') return undefined;
  try {
    const value = JSON.parse(await files.read(folder.at(lockFile))) as LockHolder;
    const isWhole =
      /^[0-9a-f]{32}$/.test(value.holder) &&
      Number.isSafeInteger(value.pid) &&
      typeof value.run.host === 'string';
    return isWhole ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHolderRunning(holder: LockHolder, here: LedgerHost): Promise<boolean | undefined> {
  return isRunning({ ...holder, host: holder.run.host }, here);
}

function held(
  { folder, unlockCommand }: Pick<LockPlace, 'folder' | 'unlockCommand'>,
  other: LockHolder | undefined,
  claim?: string,
): Error {
  const shown = folder.shown(lockFile);
  const sure = 'wait for it to end; once you are sure that it does not run any more';
  if (other === undefined)
    return unsafeError(
      `the ledger is locked, and \`${shown}\` does not say by whom`,
      `${sure}, delete \`${shown}\``,
    );
  const { id, host, at, ci } = other.run;
  const where = ci === undefined ? '' : `, ${ci.url}`;
  return unsafeError(
    `the ledger is locked by run ${id}: process ${other.pid} on \`${host}\` since ${at}${where}`,
    claim === undefined
      ? `${sure}: \`${unlockCommand(id)}\``
      : `${sure}: delete \`${folder.shown(claim)}\`, then \`${unlockCommand(id)}\``,
    other.run,
  );
}
