import type { LedgerState } from '../model/ledger.ts';
import { newestWhole } from './generations.ts';
import { diskError, unsafeError } from './ledger-error.ts';
import type { LedgerFiles } from './ledger-files.ts';
import { refuseLinks, type LedgerFolder } from './ledger-folder.ts';
import { parseLedger } from './ledger-text.ts';

export interface Place {
  readonly files: LedgerFiles;
  readonly root: string;
  readonly folder: LedgerFolder;
  readonly environment: string;
  /** The workspace's own; a ledger of another one is refused. Undefined: not looked at. */
  readonly lineage: string | undefined;
  /** Behind each command that is printed: the flags that name this workspace and API. */
  readonly placeFlags: string;
}

export interface Stored {
  readonly state: LedgerState;
  /** The bytes on disk. */
  readonly text: string;
}

/** The current generation; undefined where no ledger was ever written. `last`: taken as read if the bytes are still its. */
export async function readLedger(place: Place, last?: Stored): Promise<Stored | undefined> {
  const { files, root, folder } = place;
  const shown = folder.shown('ledger.json');
  let text: string;
  try {
    await refuseLinks(files, root, folder);
    if ((await files.look(folder.at('ledger.json'))) === undefined) {
      await refuseLoss(place);
      return undefined;
    }
    text = await files.read(folder.at('ledger.json'));
  } catch (error) {
    throw diskError('read', shown, error);
  }
  if (text === last?.text) return last;
  const parsed = parseLedger(text);
  if ('problem' in parsed)
    throw unsafeError(`\`${shown}\` cannot be used: ${parsed.problem}`, await wayBack(place));
  refuseForeign(place, parsed.state);
  return { state: parsed.state, text };
}

/** A ledger that is gone while older generations are there was deleted: that is no first run (DESIGN 5). */
async function refuseLoss(place: Place): Promise<void> {
  if ((await newestWhole(place.files, place.folder)) === undefined) return;
  throw unsafeError(
    `\`${place.folder.shown('ledger.json')}\` is gone, but older generations of it are there`,
    await wayBack(place),
  );
}

async function wayBack({ files, folder, environment, placeFlags }: Place): Promise<string> {
  const good = await newestWhole(files, folder);
  if (good === undefined) {
    const ledgers = folder.shown('ledger*.json');
    return `no older generation of it is whole; take it from a backup, or move \`${ledgers}\` away and run \`edgewright ledger rebuild --env ${environment}${placeFlags}\``;
  }
  const { file, state } = good;
  return `\`${folder.shown(file)}\` is whole (serial ${state.serial}): copy it over, then \`edgewright plan --env ${environment}${placeFlags}\` shows what has happened since`;
}

function refuseForeign({ folder, environment, lineage }: Place, state: LedgerState): void {
  const shown = folder.shown('ledger.json');
  if (state.environment !== environment) {
    throw unsafeError(
      `\`${shown}\` is the ledger of the environment \`${state.environment}\``,
      `put the ledger of \`${environment}\` there`,
    );
  }
  if (lineage !== undefined && state.lineage !== lineage) {
    throw unsafeError(
      `\`${shown}\` is of the lineage \`${state.lineage}\`, edgewright.yaml says \`${lineage}\``,
      'it belongs to another workspace; bring back the ledger, or the `lineage`, that was here',
    );
  }
}
