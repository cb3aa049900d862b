/**
 * Reads every text of an environment's ledger and says of each whether it is whole and in its place: checksums, the
 * chain of the journals' lines, lineage and environment, serials and fences. Writes nothing.
 */
import { sharedId, sharedIdHelp, sharedIdText } from '../../derive/forms/object-ids.ts';
import type { LedgerFinding, LedgerState } from '../../model/ledger/ledger.ts';
import { generationFile, listGenerations, serialOf } from '../generations.ts';
import { parseJournal } from '../journal/journal-text.ts';
import { parseLedger } from '../ledger-text.ts';
import { damagedHistoryLines } from '../journal/read-history.ts';
import { elsewhereHelp, homeElsewhere, movedHelp, readStored } from '../read-ledger.ts';
import { counted } from '../../text/words/noun-words.ts';
import { isJournalOf, journalTexts } from '../journal/journal-files.ts';
import { helpFor, toResolve } from '../unusable-ledger.ts';
import type { LedgerPlace } from '../ledger-place.ts';

type Journals = Awaited<ReturnType<typeof journalTexts>>;

/** The findings on an environment's ledger, its journals, its generations and its log, in this order. */
export async function verifyLedger(place: LedgerPlace): Promise<readonly LedgerFinding[]> {
  for (let attempt = 1; ; attempt++) {
    const text = await place.texts.read('ledger.json');
    const findings = await findingsOn(place, text);
    // A run may compact its journal meanwhile.
    if (attempt === 5 || (await place.texts.read('ledger.json')) === text) return findings;
  }
}

async function findingsOn(place: LedgerPlace, text: string | undefined): Promise<readonly LedgerFinding[]> {
  const { texts } = place;
  const names = await listGenerations(texts);
  if (text === undefined && names.length === 0) return [noLedger(place)];
  const generations = await Promise.all(
    names.map(async (name) => ({ name, text: (await texts.read(name)) ?? '' })),
  );
  const [state] = stateIn(place, text ?? '');
  const base = newestOf([state, ...generations.flatMap((generation) => stateIn(place, generation.text))]);
  const journals = await journalTexts(texts, await texts.list('journal/'));
  const isOld = base !== undefined && state !== undefined && base !== state;
  const current = await currentFindings(place, text);
  const ofState = [
    ...current,
    ...(isOld && current.every(({ state: verdict }) => verdict === 'ok') ? [olderThanGeneration(place)] : []),
    ...(await journalFindings(place, base, journals)),
  ];
  const isReadable = ofState.every((finding) => finding.state !== 'fail');
  return [
    ...ofState,
    ...(isReadable ? await sharedFindings(place) : []),
    ...generations.flatMap((generation) => generationFindings(place, generation, { text, state })),
    ...(await historyFindings(place)),
  ];
}

function noLedger({ shown, environment, placeFlags }: LedgerPlace): LedgerFinding {
  const flags = `--env ${environment}${placeFlags}`;
  return {
    state: 'fail',
    place: shown('ledger.json'),
    text: 'there is no ledger',
    help: `a first run: \`edgewright ledger init ${flags}\`; a lost ledger: \`edgewright ledger rebuild ${flags}\``,
  };
}

async function currentFindings(
  place: LedgerPlace,
  text: string | undefined,
): Promise<readonly LedgerFinding[]> {
  const at = place.shown('ledger.json');
  if (text === undefined)
    return [
      {
        state: 'fail',
        place: at,
        text: 'it is gone, but generations of it are there',
        help: await toResolve(place),
      },
    ];
  const parsed = parseLedger(text, place.texts.sealKey);
  if ('problem' in parsed)
    return [{ state: 'fail', place: at, text: parsed.problem, help: await helpFor(place, parsed) }];
  const { state } = parsed;
  const foreign = foreignText(place, state);
  if (foreign !== undefined) {
    const help =
      state.moved !== undefined
        ? movedHelp(state.moved)
        : place.home !== undefined && homeElsewhere(place.home, state) !== undefined
          ? elsewhereHelp(place.home, place)
          : 'put the ledger of this environment there';
    return [{ state: 'fail', place: at, text: foreign, help }];
  }
  return [{ state: 'ok', place: at, text: stateText(state) }];
}

function olderThanGeneration({ shown }: LedgerPlace): LedgerFinding {
  return {
    state: 'note',
    place: shown('ledger.json'),
    text: 'a generation is newer, and is used in its place: a process that was stopped put an older ledger back',
  };
}

/**
 * The journals that follow the ledger, each of which must be whole; older ones are leftovers. Serials rise with the
 * fences; shards that began at the same time have the same of both.
 */
async function journalFindings(
  place: LedgerPlace,
  base: LedgerState | undefined,
  journals: Journals,
): Promise<readonly LedgerFinding[]> {
  const findings: LedgerFinding[] = [];
  let [serial, below, last] = [base?.serial ?? 0, 0, -1];
  for (const { name, fence, text } of journals) {
    const at = place.shown(name);
    if (base !== undefined && fence <= base.fence) {
      findings.push({
        state: 'note',
        place: at,
        text: 'it is part of the ledger already; the next run removes it',
      });
      continue;
    }
    const journal = parseJournal(text, place.texts.sealKey);
    const [first] = journal.records;
    if (fence > last) [below, last] = [serial, fence];
    const problem =
      'problem' in journal
        ? journal.problem
        : first !== undefined && base !== undefined && !isJournalOf(base, first, fence)
          ? 'it is the journal of another ledger'
          : first?.type === 'run' && first.serial <= below
            ? `its serial ${first.serial} is not above ${below}`
            : undefined;
    if (problem !== undefined) {
      findings.push({
        state: 'fail',
        place: at,
        text: problem,
        help: await helpFor(place, 'problem' in journal ? journal : {}),
      });
      continue;
    }
    if (first?.type === 'run') serial = Math.max(serial, first.serial);
    findings.push({ state: 'ok', place: at, text: journalText(journal.records.length) });
  }
  return findings;
}

/** The ledger with what its journals record must have each object under one address. */
async function sharedFindings(place: LedgerPlace): Promise<readonly LedgerFinding[]> {
  const stored = await readStored(place);
  const shared = stored && sharedId(stored.state);
  if (shared === undefined) return [];
  const at = place.shown('ledger.json');
  const help = sharedIdHelp(place, shared, place.placeFlags);
  return [{ state: 'fail', place: at, text: `it has ${sharedIdText(shared)}`, help }];
}

function generationFindings(
  place: LedgerPlace,
  { name, text }: { readonly name: string; readonly text: string },
  current: { readonly text: string | undefined; readonly state: LedgerState | undefined },
): readonly LedgerFinding[] {
  const at = place.shown(name);
  const help = 'the ledger does not need it; later runs drop it, and it cannot be restored';
  const fail = (problem: string): readonly LedgerFinding[] => [
    { state: 'fail', place: at, text: problem, help },
  ];
  const parsed = parseLedger(text, place.texts.sealKey);
  if ('problem' in parsed) return fail(parsed.problem);
  const { state } = parsed;
  const foreign = foreignText(place, state);
  if (foreign !== undefined) return fail(foreign);
  if (generationFile(state.serial) !== name) return fail(`it has the serial ${state.serial}`);
  if (current.state?.serial === serialOf(name) && current.text !== text)
    return fail(`it differs from \`${place.shown('ledger.json')}\`, which has the same serial`);
  const { state: now } = current;
  if (now !== undefined && state.serial < now.serial && state.fence > now.fence)
    return fail(`its fence ${state.fence} is above that of the ledger`);
  return [{ state: 'ok', place: at, text: stateText(state) }];
}

async function historyFindings({ texts, shown }: LedgerPlace): Promise<readonly LedgerFinding[]> {
  const text = await texts.read('history.jsonl');
  if (text === undefined) return [];
  const place = shown('history.jsonl');
  const damaged = damagedHistoryLines(text);
  const [line] = damaged;
  if (line === undefined) return [{ state: 'ok', place, text: 'the log' }];
  return [
    {
      state: 'fail',
      place,
      text: `line ${line} is damaged${damaged.length === 1 ? '' : `, and ${damaged.length - 1} more`}`,
      help: 'only `ledger log` is affected: those runs are missing from it',
    },
  ];
}

function stateIn(place: LedgerPlace, text: string): readonly LedgerState[] {
  const parsed = parseLedger(text, place.texts.sealKey);
  return 'state' in parsed && foreignText(place, parsed.state) === undefined ? [parsed.state] : [];
}

/** As reading chooses it: a generation counts only if it is above the ledger in serial and fence. */
function newestOf(states: readonly (LedgerState | undefined)[]): LedgerState | undefined {
  const [first, ...rest] = states;
  return rest.reduce(
    (newest, state) =>
      newest === undefined ||
      (state !== undefined && state.serial > newest.serial && state.fence > newest.fence)
        ? state
        : newest,
    first,
  );
}

function foreignText({ environment, lineage, home }: LedgerPlace, state: LedgerState): string | undefined {
  if (state.environment !== environment) return `it is of the environment \`${state.environment}\``;
  if (lineage !== undefined && state.lineage !== lineage)
    return `it is of the lineage \`${state.lineage}\`, edgewright.yaml says \`${lineage}\``;
  const elsewhere = home && homeElsewhere(home, state);
  if (elsewhere !== undefined) return `it is the ledger of the workspace in ${elsewhere}`;
  return state.moved === undefined ? undefined : `the ledger was moved from here to ${state.moved.to}`;
}

function stateText({ serial, fence, resources, orphans }: LedgerState): string {
  const objects = Object.keys(resources).length + Object.keys(orphans).length;
  return `serial ${serial}, fence ${fence}, ${counted(objects, 'object')}`;
}

function journalText(records: number): string {
  return records === 0
    ? 'nothing was recorded'
    : `${counted(records, 'record')} that this run, or a later one, adds to the ledger`;
}
