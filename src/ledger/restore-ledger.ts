/**
 * Restores an older generation in place of a ledger that cannot be read. It has the ids of its time; the caller must
 * find later changes, under the lock. Serial and fence continue above those of the replaced ledger, so that no plan
 * saved for one of its serials applies.
 */
import type { Env } from '../model/io.ts';
import { LedgerError } from '../model/errors.ts';
import type { LedgerLock, LedgerState } from '../model/ledger.ts';
import { dropOldest, generationFile, listGenerations, newestWhole, serialOf } from './generations.ts';
import { diskError, lockRemoved, unsafeError } from './ledger-error.ts';
import { refuseLedgerLinks } from './ledger-folder.ts';
import type { LedgerHost } from './ledger-host.ts';
import { ledgerText, parseLedger } from './ledger-text.ts';
import { dropLock, isHeldBy, takeLock, type LockHolder, type LockPlace } from './lock-file.ts';
import {
  refuseForeign,
  restoreCommand,
  toResolve,
  unusable,
  updateHelp,
  type LedgerPlace,
} from './read-ledger.ts';
import { writeDurably } from './write-durably.ts';

export interface Restoring {
  /** The generation, with the serial of the replaced ledger: the next one is above it. */
  readonly state: LedgerState;
  /** The path of its file in messages. */
  readonly shown: string;
  /** The path of the copy of the replaced ledger in messages; undefined if there was none. */
  readonly damaged: string | undefined;
  /** Allows a single replacement. */
  readonly lock: LedgerLock;
}

const damagedFile = 'ledger.damaged.json';

export async function lockToRestore(
  place: LedgerPlace,
  { host, env, serial }: { readonly host: LedgerHost; readonly env: Env; readonly serial: number },
): Promise<Restoring> {
  const { files, root, folder } = place;
  try {
    await refuseLedgerLinks(files, root, folder);
    const text = await damagedText(place);
    const state = await generationOf(place, serial);
    const lockPlace = { files, folder, host, env };
    const mine = await takeLock(lockPlace, above('fence', text, state.fence));
    const release = (): Promise<void> => dropLock(lockPlace, mine);
    const before = await damagedText(place).catch(async (error: unknown) => {
      await release();
      throw error;
    });
    if (before !== text) {
      await release();
      throw unsafeError('the ledger was replaced in this moment', 'run this again');
    }
    const [newest = generationFile(serial)] = await listGenerations(files, folder);
    return {
      // The replaced ledger followed the newest generation.
      state: { ...state, serial: above('serial', text, serialOf(newest) + 1) },
      shown: folder.shown(generationFile(serial)),
      damaged: text === undefined ? undefined : folder.shown(damagedFile),
      lock: {
        fence: mine.fence,
        release,
        replace: (next) => replaceDamaged(place, lockPlace, mine, next),
      },
    };
  } catch (error) {
    throw diskError('lock', folder.shown('ledger.lock'), error);
  }
}

/** The text of the damaged ledger; undefined if there is none. Throws for a usable ledger, which must stay. */
async function damagedText(place: LedgerPlace): Promise<string | undefined> {
  const { files, folder, environment } = place;
  if ((await files.look(folder.at('ledger.json'))) === undefined) return undefined;
  const text = await files.read(folder.at('ledger.json'));
  const parsed = parseLedger(text);
  if ('problem' in parsed) {
    if (parsed.isNewer === true) throw await unusable(place, parsed);
    return text;
  }
  refuseForeign(place, parsed.state);
  throw unsafeError(
    `the ledger of \`${environment}\` is whole (serial ${parsed.state.serial}): there is nothing to restore`,
    'nothing was changed',
  );
}

async function generationOf(place: LedgerPlace, serial: number): Promise<LedgerState> {
  const { files, folder } = place;
  const file = generationFile(serial);
  const shown = folder.shown(file);
  if (!(await listGenerations(files, folder)).includes(file))
    throw unsafeError(`there is no \`${shown}\``, await toResolve(place));
  const parsed = parseLedger(await files.read(folder.at(file)));
  if ('problem' in parsed)
    throw unsafeError(
      `\`${shown}\` cannot be used: ${parsed.problem}`,
      parsed.isNewer === true ? updateHelp : await toResolve(place),
    );
  refuseForeign(place, parsed.state);
  const newest = await newestWhole(files, folder);
  if (newest === undefined || newest.serial <= serial) return parsed.state;
  throw unsafeError(
    `\`${folder.shown(newest.file)}\` is newer than \`${shown}\`, and not damaged`,
    newest.state === 'newer' ? updateHelp : `run \`${restoreCommand(place, newest.serial)}\``,
  );
}

/** The higher of a known number and the one in the damaged text, if that has a valid one. */
function above(name: 'serial' | 'fence', text: string | undefined, known: number): number {
  const [, digits] = new RegExp(`"${name}":(\\d{1,12})[,}]`).exec(text ?? '') ?? [];
  return Math.max(known, Number(digits ?? 0));
}

async function replaceDamaged(
  { files, folder }: LedgerPlace,
  lockPlace: LockPlace,
  mine: LockHolder,
  state: LedgerState,
): Promise<void> {
  const temporary = folder.at(`ledger.${mine.holder}.tmp`);
  try {
    await writeDurably(files, temporary, ledgerText(state));
    if (!(await isHeldBy(lockPlace, mine))) throw lockRemoved();
    // If the run is killed between the two renames, the ledger is missing: the same command restores it.
    if ((await files.look(folder.at('ledger.json'))) !== undefined)
      await files.rename(folder.at('ledger.json'), folder.at(damagedFile));
    await files.rename(temporary, folder.at('ledger.json'));
    await files.syncFolder(folder.at(''));
  } catch (error) {
    await files.remove(temporary).catch(() => undefined);
    if (error instanceof LedgerError) throw error;
    throw diskError('write', folder.shown('ledger.json'), error, 'the older generations are intact');
  }
  await dropOldest(files, folder).catch(() => undefined);
}
