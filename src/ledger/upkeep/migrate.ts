/**
 * Moves ledgers from one store to another, text by text, so that nothing of them is lost: resources, orphans, unknown
 * outcomes, journals, generations, the log, rollback files. The source stays as it is until all copies have been read
 * back; then its `ledger.json` says where it went, so that no run goes on with it. A run that is killed before that is
 * repeated.
 */
import type { Backend, BackendLock, Folder, Texts, Write } from '../backend.ts';
import { ledgerText, parseLedger } from '../ledger-text.ts';
import { readStored, refuseForeign } from '../read-ledger.ts';
import { takeLedgerLock } from '../take-over.ts';
import { LedgerError } from '../../model/errors.ts';
import type { RunAbout } from '../../model/ledger/journal.ts';
import type { WorkspaceHome } from '../../model/ledger/ledger-home.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import { unsafeError } from '../ledger-error.ts';
import { parseJournal } from '../journal/journal-text.ts';
import { historyIn } from '../journal/read-history.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { unusable } from '../unusable-ledger.ts';
import type { LedgerPlace } from '../ledger-place.ts';

/** The names of a ledger's texts, by folder. Anything else in a store, such as a lock, is not part of it. */
const patterns: readonly (readonly [folder: Folder, name: RegExp])[] = [
  ['', /^(?:ledger(?:\.\d{1,15}|\.damaged)?\.json|history\.jsonl)$/],
  ['journal/', /^\d{1,9}(?:-\d{1,4})?\.jsonl$/],
  ['rollback/', /^[\w-]{1,64}\.json$/],
];

/** In characters; a write of a shared store is one message or one commit. */
const mostInOneWrite = 4 * 1024 * 1024;

export interface Migration {
  readonly run: RunAbout;
  readonly lineage: string;
  readonly home?: WorkspaceHome | undefined;
  readonly placeFlags: string;
  readonly environments: readonly string[];
  /** Opened again for each look, so that a copy is read back from the store itself. */
  readonly source: (environment: string) => Backend;
  readonly target: (environment: string) => Backend;
  /** The target in words, for those who come to the source later. */
  readonly to: string;
}

export interface MigratedLedger {
  readonly environment: string;
  /** With all that its journals record; undefined if the source has none. */
  readonly state: LedgerState | undefined;
  /** The number of texts that were copied; 0 if it was moved before. */
  readonly texts: number;
  /** The place in the target. */
  readonly shown: string;
}

interface Move extends Pick<MigratedLedger, 'environment' | 'shown'> {
  readonly texts: ReadonlyMap<string, string>;
  readonly before: ReadonlyMap<string, string>;
  readonly state: LedgerState;
  readonly bothLocks: { readonly source: BackendLock; readonly target: BackendLock };
}

/** Moves all of these environments, or refuses before anything is written. Throws `LedgerError`. */
export async function migrateLedgers(migration: Migration): Promise<readonly MigratedLedger[]> {
  const locks: BackendLock[] = [];
  try {
    const all: (Move | MigratedLedger)[] = [];
    for (const environment of migration.environments) all.push(await prepare(migration, environment, locks));
    const moves = all.filter((result): result is Move => 'bothLocks' in result);
    for (const move of moves) await copy(migration, move);
    for (const move of moves) await leave(migration, move);
    return all.map((result) => ('bothLocks' in result ? { ...result, texts: result.texts.size } : result));
  } finally {
    for (const lock of locks.toReversed()) await lock.release();
  }
}

/** Checks both sides, then again under their locks. */
async function prepare(
  migration: Migration,
  environment: string,
  locks: BackendLock[],
): Promise<Move | MigratedLedger> {
  const { source, target, run } = migration;
  const shown = target(environment).shown('ledger.json');
  const first = await look(migration, environment);
  if (first === 'none') return { environment, shown, texts: 0, state: undefined };
  if (first === 'moved') {
    const stored = await readStored(placeOf(migration, environment, 'target'));
    return { environment, shown, texts: 0, state: stored?.state };
  }
  const bothLocks = {
    source: await locked(source(environment), run, locks),
    target: await locked(target(environment), run, locks),
  };
  const looked = await look(migration, environment);
  if (looked === 'none' || looked === 'moved' || !areSame(looked.texts, first.texts))
    throw new LedgerError(exitCodes.unsafe, `the ledger of \`${environment}\` was changed in this moment`, {
      help: 'run this again',
    });
  return { environment, shown, bothLocks, ...looked };
}

async function locked(backend: Backend, run: RunAbout, locks: BackendLock[]): Promise<BackendLock> {
  const { backendLock: bothLocks } = await takeLedgerLock(backend, run);
  locks.push(bothLocks);
  return bothLocks;
}

/** The texts of both sides; throws if the source cannot be used or the target must stay as it is. */
async function look(
  migration: Migration,
  environment: string,
): Promise<Pick<Move, 'texts' | 'before' | 'state'> | 'none' | 'moved'> {
  const { lineage } = migration;
  const from = placeOf(migration, environment, 'source');
  const to = placeOf(migration, environment, 'target');
  const texts = await readTexts(from.texts);
  const before = await readTexts(to.texts);
  const text = texts.get('ledger.json');
  if (text === undefined) {
    // Throws if it was lost.
    await readStored(from);
    return 'none';
  }
  const parsed = parseLedger(text, from.texts.sealKey);
  if ('problem' in parsed) throw await unusable(from, parsed);
  if (parsed.state.moved !== undefined) {
    const copied = parseLedger(before.get('ledger.json') ?? '');
    const isThere = 'state' in copied && copied.state.lineage === lineage && copied.state.moved === undefined;
    if (isThere) return 'moved';
    refuseForeign(from, parsed.state);
  }
  const stored = await readStored(from);
  if (stored === undefined) return 'none';
  const refusal = targetRefusal(texts, before, { shown: to.shown('ledger.json'), lineage });
  if (refusal !== undefined) throw refusal;
  return { texts, before, state: stored.state };
}

async function copy(
  migration: Migration,
  { environment, texts, before, bothLocks, shown }: Move,
): Promise<void> {
  for (const writes of writesBetween(before, texts)) await bothLocks.target.write(writes);
  const read = await readTexts(migration.target(environment));
  if (areSame(read, texts)) return;
  throw new LedgerError(exitCodes.disk, `\`${shown}\` does not read back as it was written`, {
    help: 'the source is as it was; check the target, then run this again',
  });
}

/** Says in the source where the ledger went; all else there stays. */
async function leave({ run, to, source }: Migration, { environment, texts, bothLocks }: Move): Promise<void> {
  const parsed = parseLedger(texts.get('ledger.json') ?? '');
  if ('problem' in parsed) throw new Error(parsed.problem);
  const text = ledgerText({ ...parsed.state, moved: { to, at: run.at } }, source(environment).sealKey);
  await bothLocks.source.write([{ put: 'ledger.json', text }]);
}

function placeOf(
  { lineage, home, placeFlags, ...sides }: Migration,
  environment: string,
  side: 'source' | 'target',
): LedgerPlace {
  const texts = sides[side](environment);
  return { texts, shown: texts.shown, environment, lineage, home, placeFlags };
}

/** All texts of a ledger by name; `ledger.json`, which makes the others usable, is the last one. */
export async function readTexts(texts: Texts): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const names: string[] = [];
  for (const [folder, pattern] of patterns)
    names.push(
      ...(await texts.list(folder)).filter((name) => pattern.test(name)).map((name) => folder + name),
    );
  const isLast = (name: string): boolean => name === 'ledger.json';
  for (const name of names.sort((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
    const text = await texts.read(name);
    if (text !== undefined) found.set(name, text);
  }
  return found;
}

/** The writes that turn one set of texts into the other, in portions, with `ledger.json` last. */
function writesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly (readonly Write[])[] {
  const portions: Write[][] = [
    [...before.keys()].filter((name) => !after.has(name)).map((remove) => ({ remove })),
  ];
  let size = 0;
  for (const [put, text] of after) {
    if (before.get(put) === text) continue;
    if (size > 0 && size + text.length > mostInOneWrite) {
      portions.push([]);
      size = 0;
    }
    portions.at(-1)?.push({ put, text });
    size += text.length;
  }
  return portions.filter(({ length }) => length > 0);
}

function areSame(texts: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return texts.size === other.size && [...texts].every(([name, text]) => other.get(name) === text);
}

type TextMap = ReadonlyMap<string, string>;

/** The reason why the target must stay as it is; undefined if it is empty, or if all of it is in the source as well. */
function targetRefusal(
  source: TextMap,
  target: TextMap,
  { shown, lineage }: { readonly shown: string; readonly lineage: string },
): LedgerError | undefined {
  const text = target.get('ledger.json');
  if (text === undefined) {
    // A copy that was stopped: `ledger.json` is written last.
    const strange = [...target].find(([name, content]) => source.get(name) !== content)?.[0];
    return strange === undefined ? undefined : refusal(`${shown}: \`${strange}\` is there already`);
  }
  const parsed = parseLedger(text);
  if ('problem' in parsed)
    return refusal(`\`${shown}\` is there already and cannot be used: ${parsed.problem}`);
  const { state } = parsed;
  if (state.lineage !== lineage)
    return refusal(`\`${shown}\` is the ledger of a different workspace (lineage \`${state.lineage}\`)`);
  if (state.moved !== undefined && state.serial <= serialIn(source)) return undefined;
  if (isEarlier(source, target)) return undefined;
  return refusal(`\`${shown}\` is a ledger already (serial ${state.serial})`);
}

/** Whether the target is a copy of the source from before, which nothing has used since. */
function isEarlier(source: TextMap, target: TextMap): boolean {
  const ledger = target.get('ledger.json');
  const isKnown = [...source].some(([name, text]) => /^ledger(\.\d+)?\.json$/.test(name) && text === ledger);
  const runs = historyIn(source.get('history.jsonl') ?? '');
  const journals = [...target].filter(([name]) => name.startsWith('journal/'));
  return (
    isKnown &&
    journals.every(([name, text]) => {
      if (source.get(name)?.startsWith(text) === true) return true;
      const [first] = parseJournal(text).records;
      return (
        first?.type === 'run' &&
        runs.some(({ fence, run }) => fence === first.fence && run.id === first.run.id)
      );
    })
  );
}

function serialIn(source: TextMap): number {
  const parsed = parseLedger(source.get('ledger.json') ?? '');
  return 'state' in parsed ? parsed.state.serial : -1;
}

function refusal(message: string): LedgerError {
  return unsafeError(message, 'nothing was changed; choose an empty place, or move that ledger away first');
}
