/**
 * Restores an older generation in place of a ledger that cannot be read, with what the journals after it record. It has
 * the ids of its time; the caller must find later changes, under the lock. Serial and fence continue above those of the
 * replaced ledger, so that no plan saved for one of its serials applies.
 */
import type { RunAbout } from '../model/journal/journal.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Restoring } from '../model/ledger-store.ts';
import type { Backend } from './backend.ts';
import { generationFile, listGenerations, newestWhole, serialOf } from './generations.ts';
import { parseJournal } from './journal/journal-text.ts';
import { afterJournal } from './journal/replay.ts';
import { unsafeError } from './ledger-error.ts';
import { parseLedger } from './ledger-text.ts';
import { openJournal } from './lock-ledger.ts';
import { takeLedgerLock } from './take-over.ts';
import {
  journalTexts,
  refuseForeign,
  restoreCommand,
  toResolve,
  unusable,
  updateHelp,
  type LedgerPlace,
} from './read-ledger.ts';
import { sumLedgerText } from './text/read-ledger-text.ts';

const damagedFile = 'ledger.damaged.json';

export async function lockToRestore(
  place: LedgerPlace,
  backend: Backend,
  { run, serial }: { readonly run: RunAbout; readonly serial: number },
): Promise<Restoring> {
  const { texts, shown } = place;
  const text = await damagedText(place);
  const generation = await generationOf(place, serial);
  const { held } = await takeLedgerLock(backend, run);
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
      state,
      isSealed: false,
      fence,
      sum,
      size,
      folded: [],
      journalBytes: 0,
      history: [],
      read: [],
    };
    return {
      state,
      shown: shown(generationFile(serial)),
      damaged: text === undefined ? undefined : shown(damagedFile),
      lock: openJournal(place, {
        held,
        run,
        stored: { ...stored, journals: journals.map(({ name }) => name) },
        beforeReplacing:
          text === undefined ? [] : [{ remove: damagedFile }, { keep: 'ledger.json', as: damagedFile }],
      }),
    };
  } catch (error) {
    await held.release();
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
      (each) => each.fence > parsed.state.fence && 'problem' in parseJournal(each.text, texts.sealKey),
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
