import type { WorkspaceHome } from '../model/ledger/ledger-home.ts';
import type { LedgerState } from '../model/ledger/ledger.ts';
import { listGenerations, newestWhole, serialOf } from './generations.ts';
import { parseJournal } from './journal/journal-text.ts';
import { afterJournal } from './journal/replay.ts';
import { historyEntries } from './journal/history.ts';
import { unsafeError } from './ledger-error.ts';
import { parseLedger, type ParsedLedger } from './ledger-text.ts';
import { onOneLine } from '../text/words/one-line.ts';
import { readLedgerText, sumLedgerText, type TextSum } from './text/read-ledger-text.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import type { HistoryEntry } from '../model/ledger/history-entry.ts';
import { isJournalOf, journalTexts, type JournalFile } from './journal/journal-files.ts';
import { unusable, toResolve } from './unusable-ledger.ts';
import type { LedgerPlace } from './ledger-place.ts';

/** A ledger as it is stored: a generation, and the journals that follow it. */
export interface StoredLedger {
  /** With all that the journals record; outcomes of requests without an ending are unknown. */
  readonly state: LedgerState;
  readonly isSealed: boolean;
  /** The highest fence of the generation and the journals. */
  readonly fence: number;
  /** The `textSum` of `ledger.json`; undefined if it is missing. */
  readonly sum: string | undefined;
  /** The size of `ledger.json`, in characters. */
  readonly size: number;
  /** The names of the journals that are not compacted into the generation. */
  readonly journals: readonly string[];
  /** Journals that a crash left after they were compacted. */
  readonly compacted: readonly string[];
  readonly journalCharacters: number;
  /** The runs of these journals, for the log. */
  readonly history: readonly HistoryEntry[];
  /** The journals that this was read from. */
  readonly read: readonly JournalFile[];
}

/** The stored ledger; undefined if none was ever written. If its texts are those of `known`, that is returned. */
export async function readStored(
  place: LedgerPlace,
  known?: StoredLedger,
): Promise<StoredLedger | undefined> {
  for (let attempt = 1; ; attempt++) {
    const names = await place.texts.list('journal/');
    const found: (TextSum & { readonly parsed?: ParsedLedger }) | undefined =
      known === undefined ? await readLedgerText(place.texts) : await sumLedgerText(place.texts);
    const journals = await journalTexts(place.texts, names);
    // A run may compact its journal meanwhile, and removes it then; a new run begins another.
    const left = await place.texts.list('journal/');
    if (attempt < 5 && left.join() !== names.join()) continue;
    if (found === undefined) {
      await refuseLoss(place, journals);
      return undefined;
    }
    if (found.parsed !== undefined) return storedOf(place, found.parsed, found, journals);
    return known?.sum === found.sum && areSame(known.read, journals) ? known : readStored(place);
  }
}

function areSame(files: readonly JournalFile[], other: readonly JournalFile[]): boolean {
  return (
    files.length === other.length &&
    files.every(({ name, text }, index) => other[index]?.name === name && other[index].text === text)
  );
}

async function storedOf(
  place: LedgerPlace,
  parsed: ParsedLedger,
  { sum, size }: TextSum,
  journals: readonly JournalFile[],
): Promise<StoredLedger> {
  if ('problem' in parsed) throw await unusable(place, parsed);
  refuseForeign(place, parsed.state);
  const base = withHome(place, await newestOf(place, parsed.state));
  const open = journals.filter(({ fence }) => fence > base.fence);
  let state = base;
  const history: HistoryEntry[] = [];
  for (const { name, fence, text: lines } of open) {
    const journal = parseJournal(lines, place.texts.sealKey);
    if ('problem' in journal) throw await unusable(place, journal, name);
    const [first] = journal.records;
    if (first === undefined) continue;
    if (!isJournalOf(base, first, fence))
      throw await unusable(place, { problem: 'it is the journal of another ledger' }, name);
    state = afterJournal(state, journal.records);
    history.push(...historyEntries(journal.records));
  }
  return {
    state,
    isSealed: parsed.isSealed === true,
    fence: Math.max(base.fence, ...journals.map(({ fence }) => fence)),
    sum,
    size,
    journals: open.map(({ name }) => name),
    compacted: journals.filter((journal) => !open.includes(journal)).map(({ name }) => name),
    journalCharacters: open.reduce((sum, openJournal) => sum + openJournal.text.length, 0),
    history,
    read: journals,
  };
}

/**
 * The ledger, or a newer generation of it. A process that was stopped while another one took over its lock may put an
 * older ledger back at the moment it goes on; the generations have names of their own and stay.
 */
async function newestOf({ texts }: LedgerPlace, state: LedgerState): Promise<LedgerState> {
  const [newest] = await listGenerations(texts);
  if (newest === undefined || serialOf(newest) <= state.serial) return state;
  const parsed = parseLedger((await texts.read(newest)) ?? '', texts.sealKey);
  if ('problem' in parsed || parsed.state.lineage !== state.lineage) return state;
  return parsed.state.environment === state.environment && parsed.state.fence > state.fence
    ? parsed.state
    : state;
}

/**
 * Throws if generations or journals exist without a ledger: it was deleted, so this is not a first run. A new ledger
 * would be followed by those journals.
 */
async function refuseLoss(place: LedgerPlace, journals: readonly JournalFile[]): Promise<void> {
  const isBegun = journals.some(({ text }) => parseJournal(text).records.length > 0);
  const isKept = (await newestWhole(place.texts)) !== undefined;
  if (!isKept && !isBegun) return;
  throw unsafeError(
    `\`${place.shown('ledger.json')}\` is gone, but ${isKept ? 'generations' : 'journals'} of it are there`,
    await toResolve(place),
  );
}

/** A ledger that no workspace has signed yet is that of the one which reads it, from its next write on. */
export function withHome({ home }: Pick<LedgerPlace, 'home'>, state: LedgerState): LedgerState {
  if (home === undefined || state.home !== undefined) return state;
  const { folder, repositories } = home;
  const [repository] = repositories;
  return { ...state, home: { folder, ...withoutUndefined({ repository }) } };
}

/** Where the workspace of a ledger is, in words, if it is not here; undefined if it is, or may be. */
export function homeElsewhere(home: WorkspaceHome, { home: recorded }: LedgerState): string | undefined {
  if (recorded === undefined) return undefined;
  const { folder, repository } = recorded;
  const isOther =
    repository !== undefined && home.repositories.length > 0 && !home.repositories.includes(repository);
  if (isOther) return `${folderWords(folder)} of the repository \`${repository}\``;
  return folder === home.folder ? undefined : folderWords(folder);
}

function folderWords(folder: string): string {
  return folder === '' ? 'the top folder' : `\`${folder}\``;
}

/** The repository of this workspace, where it is what differs. */
function ofRepository({ repositories }: WorkspaceHome, { home }: LedgerState): string {
  const [workspaceRepository] = repositories;
  const isOther =
    workspaceRepository !== undefined &&
    home?.repository !== undefined &&
    !repositories.includes(home.repository);
  return isOther ? ` of \`${workspaceRepository}\`` : '';
}

/** The two ways to go on with a ledger of a workspace elsewhere. */
export function elsewhereHelp(
  { ownHelp }: WorkspaceHome,
  { environment, placeFlags }: Pick<LedgerPlace, 'environment' | 'placeFlags'>,
): string {
  return `if this is a different workspace, ${ownHelp()}, then \`edgewright ledger init --env ${environment}${placeFlags}\`; if it is the same one, moved here: \`edgewright ledger relocate${placeFlags}\``;
}

export function refuseForeign(
  { shown, environment, lineage, home, placeFlags }: LedgerPlace,
  state: LedgerState,
): void {
  const file = shown('ledger.json');
  if (state.environment !== environment) {
    throw unsafeError(
      `\`${file}\` is the ledger of the environment \`${state.environment}\``,
      `put the ledger of \`${environment}\` there`,
    );
  }
  if (lineage !== undefined && state.lineage !== lineage) {
    throw unsafeError(
      `\`${file}\` is of the lineage \`${state.lineage}\`, edgewright.yaml says \`${lineage}\``,
      `if this is a different workspace, ${home?.ownPlace() ?? 'move that ledger away'}, then \`edgewright ledger init --env ${environment}${placeFlags}\`; if it is the same one, bring back the ledger, or the \`lineage\`, that was here`,
    );
  }
  const elsewhere = home && homeElsewhere(home, state);
  if (home !== undefined && elsewhere !== undefined) {
    throw unsafeError(
      `\`${file}\` is the ledger of the workspace in ${elsewhere}, and this one is in ${folderWords(home.folder)}${ofRepository(home, state)}`,
      elsewhereHelp(home, { environment, placeFlags }),
    );
  }
  if (state.moved === undefined) return;
  const { to, at } = state.moved;
  throw unsafeError(
    onOneLine(`the ledger of \`${environment}\` was moved from here to ${to} at ${at}`),
    `${movedHelp(state.moved)}; nothing was changed`,
  );
}

/** The way on from a ledger that was moved away. */
export function movedHelp({ to, environment }: NonNullable<LedgerState['moved']>): string {
  return environment === undefined
    ? onOneLine(
        `pull the commit whose edgewright.yaml names ${to} under \`ledger:\`, or write it there, and run this again`,
      )
    : `use \`--env ${environment}\`; a new environment needs a name that none had before`;
}
