import { shardCount, type Backend } from './backend.ts';
import { compactedWrites } from './compact-journal.ts';
import { generationFile, listGenerations, newestWhole, serialOf } from './generations.ts';
import { parseJournal } from './journal/journal-text.ts';
import { readHistory } from './journal/read-history.ts';
import { afterJournal } from './journal/replay.ts';
import { unsafeError } from './ledger-error.ts';
import { ledgerText, parseLedger } from './ledger-text.ts';
import { lockLedger, nothingStored, openJournal } from './lock-ledger.ts';
import { readStored, refuseForeign } from './read-ledger.ts';
import { rollbackFiles } from './rollback-files.ts';
import { shardsOf, takeLedgerLock } from './take-over.ts';
import { sumLedgerText } from './text/read-ledger-text.ts';
import { verifyLedger } from './upkeep/verify.ts';
import { renameEnvironment, strayLedger } from './upkeep/rename-environment.ts';
import type { RunAbout } from '../model/ledger/journal.ts';
import type { LedgerStore, RestoreRequest } from '../model/ledger/ledger-store.ts';
import type { WorkspaceHome } from '../model/ledger/ledger-home.ts';
import type { LedgerState } from '../model/ledger/ledger.ts';
import { journalTexts } from './journal/journal-files.ts';
import { restoreCommand, toResolve, unusable, updateHelp } from './unusable-ledger.ts';
import type { BackendPlace, LedgerPlace } from './ledger-place.ts';

const damagedFile = 'ledger.damaged.json';

export interface StoreOptions {
  readonly backend: (environment: string) => Backend;
  /** The lineage in edgewright.yaml; a ledger of another lineage is refused. */
  readonly lineage?: string | undefined;
  /** Where the workspace is; a ledger of one elsewhere is refused. */
  readonly home?: WorkspaceHome | undefined;
  /** Flags appended to each printed command that name this workspace and API, such as ` --local`. */
  readonly placeFlags?: string;
}

export function ledgerStore({ backend, lineage, home, placeFlags = '' }: StoreOptions): LedgerStore {
  const placeOf = (environment: string): BackendPlace => {
    const texts = backend(environment);
    return { texts, backend: texts, shown: texts.shown, environment, lineage, home, placeFlags };
  };
  return {
    read: async (environment) => (await readStored(placeOf(environment)))?.state,
    lock: (environment, run, options) => lockLedger(placeOf(environment), run, options),
    forgotten: async (known) => {
      const names = await placeOf(known[0] ?? '').backend.environments();
      const unknown = names.filter((name) => !known.includes(name));
      const found = await Promise.all(unknown.map((name) => strayLedger(placeOf(name))));
      return found.filter((state) => state !== undefined);
    },
    rename: (from, to, run) => renameEnvironment({ from: placeOf(from), to: placeOf(to), run }),
    restore: (environment, run, serial) => lockToRestore(placeOf(environment), run, serial),
    history: (environment) => readHistory(placeOf(environment)),
    unlock: (environment, id) => placeOf(environment).backend.unlock(id),
    seal: (environment, run) => sealLedger(placeOf(environment), run),
    verify: (environment) => verifyLedger(placeOf(environment)),
    holders: (environment, shard) => {
      const { backend: its } = placeOf(environment);
      return shard === undefined ? its.holders() : shardsOf(its).holders(shard);
    },
    setShards: async (environment, run, count) => {
      const { backend: its } = placeOf(environment);
      shardsOf(its);
      const { backendLock, from } = await takeLedgerLock(its, run);
      try {
        await backendLock.write([{ put: shardCount, text: String(count) }]);
      } finally {
        await backendLock.release();
      }
      return from;
    },
    shown: (environment) => placeOf(environment).shown('ledger.json'),
    rollbacks: (environment) => {
      const { texts, shown } = placeOf(environment);
      return rollbackFiles(texts, shown);
    },
  };
}

/**
 * Writes the ledger again with the seal of the key, whatever seal it has. Its journals become part of it; older
 * generations go, since they do not have that seal.
 */
async function sealLedger({ texts, backend, ...place }: BackendPlace, run: RunAbout): Promise<LedgerState> {
  const { sealKey, ...unchecked } = texts;
  const { backendLock } = await takeLedgerLock(backend, run);
  try {
    const stored = await readStored({ ...place, texts: unchecked });
    if (stored === undefined)
      throw unsafeError(
        `\`${place.environment}\` has no ledger that could be sealed`,
        `a first run: \`edgewright ledger init --env ${place.environment}${place.placeFlags}\``,
      );
    const [serial, fence] = [stored.state.serial + 1, stored.fence + 1];
    const state = { ...stored.state, serial, fence };
    const entry = { serial, fence, run, requests: [], recorded: [] };
    const writes = await compactedWrites(
      { texts },
      {
        state,
        text: ledgerText(state, sealKey),
        entries: [...stored.history, entry],
        journals: [...stored.journals, ...stored.compacted],
        isAfterCrash: true,
      },
    );
    const gone = new Set(writes.map((write) => ('remove' in write ? write.remove : undefined)));
    const older = (await listGenerations(texts)).filter(
      (name) => name !== generationFile(serial) && !gone.has(name),
    );
    await backendLock.write([...writes, ...older.map((name) => ({ remove: name }))]);
    return state;
  } finally {
    await backendLock.release();
  }
}

/**
 * Restores an older generation in place of a ledger that cannot be read, with what the journals after it record. It has
 * the ids of its time; the caller must find later changes, under the lock. Serial and fence continue above those of the
 * replaced ledger, so that no plan saved for one of its serials applies.
 */
async function lockToRestore(place: BackendPlace, run: RunAbout, serial: number): Promise<RestoreRequest> {
  const { texts, backend, shown } = place;
  const text = await damagedText(place);
  const generation = await generationOf(place, serial);
  const { backendLock } = await takeLedgerLock(backend, run);
  try {
    const { sum, size } = (await sumLedgerText(texts)) ?? { sum: undefined, size: 0 };
    if ((await damagedText(place)) !== text)
      throw unsafeError('the ledger was replaced in this moment', 'run this again');
    const [newest = generationFile(serial)] = await listGenerations(texts);
    const journals = await journalTexts(texts, await texts.list('journal/'));
    const fences = journals.map(({ fence }) => fence);
    const state = {
      ...withJournals(generation, journals, texts.sealKey),
      // The newest generation is the replaced ledger, or the one before it.
      serial: above('serial', text, serialOf(newest)),
    };
    const fence = Math.max(above('fence', text, generation.fence), ...fences);
    const stored = {
      ...nothingStored,
      state,
      isSealed: false,
      fence,
      sum,
      size,
      journals: journals.map(({ name }) => name),
    };
    return {
      state,
      shown: shown(generationFile(serial)),
      damaged: text === undefined ? undefined : shown(damagedFile),
      lock: openJournal(place, {
        backendLock,
        run,
        stored,
        beforeReplacing:
          text === undefined ? [] : [{ remove: damagedFile }, { keep: 'ledger.json', as: damagedFile }],
      }),
    };
  } catch (error) {
    await backendLock.release();
    throw error;
  }
}

/** The generation with all that can be read of the journals after it. */
function withJournals(
  generation: LedgerState,
  journals: Awaited<ReturnType<typeof journalTexts>>,
  key: string | undefined,
): LedgerState {
  return journals
    .filter(({ fence }) => fence > generation.fence)
    .map(({ text }) => parseJournal(text, key).records)
    .filter(([first]) => first?.type === 'run' && first.lineage === generation.lineage)
    .reduce(afterJournal, generation);
}

/** The text of the damaged ledger; undefined if there is none. Throws for a usable ledger, which must stay. */
async function damagedText(place: LedgerPlace): Promise<string | undefined> {
  const { texts, environment } = place;
  const text = await texts.read('ledger.json');
  if (text === undefined) return undefined;
  const parsed = parseLedger(text, texts.sealKey);
  if ('problem' in parsed) {
    if (parsed.isNewer === true) throw await unusable(place, parsed);
    return text;
  }
  refuseForeign(place, parsed.state);
  const journals = await journalTexts(texts, await texts.list('journal/'));
  if (
    journals.some(
      (journal) =>
        journal.fence > parsed.state.fence && 'problem' in parseJournal(journal.text, texts.sealKey),
    )
  )
    return text;
  throw unsafeError(
    `the ledger of \`${environment}\` is whole (serial ${parsed.state.serial}): there is nothing to restore`,
    'nothing was changed',
  );
}

async function generationOf(place: LedgerPlace, serial: number): Promise<LedgerState> {
  const { texts } = place;
  const file = place.shown(generationFile(serial));
  const text = await texts.read(generationFile(serial));
  if (text === undefined) throw unsafeError(`there is no \`${file}\``, await toResolve(place));
  const parsed = parseLedger(text, texts.sealKey);
  if ('problem' in parsed)
    throw unsafeError(
      `\`${file}\` cannot be used: ${parsed.problem}`,
      parsed.isNewer === true ? updateHelp : await toResolve(place),
    );
  refuseForeign(place, parsed.state);
  const newest = await newestWhole(texts);
  if (newest === undefined || newest.serial <= serial) return parsed.state;
  throw unsafeError(
    `\`${place.shown(generationFile(newest.serial))}\` is newer than \`${file}\`, and not damaged`,
    newest.state === 'newer' ? updateHelp : `run \`${restoreCommand(place, newest.serial)}\``,
  );
}

/** The higher of a known number and the one in the damaged text, if that has a valid one. */
function above(name: 'serial' | 'fence', text: string | undefined, known: number): number {
  const [, digits] = new RegExp(`"${name}":(\\d{1,12})[,}]`).exec(text ?? '') ?? [];
  return Math.max(known, Number(digits ?? 0));
}
