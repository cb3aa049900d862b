import type { LedgerError } from '../model/errors.ts';
import type { LedgerState } from '../model/ledger.ts';
import { newestWhole } from './generations.ts';
import { diskError, unsafeError } from './ledger-error.ts';
import type { LedgerFiles } from './ledger-files.ts';
import { refuseLedgerLinks, type LedgerFolder } from './ledger-folder.ts';
import { parseLedger } from './ledger-text.ts';

export interface LedgerPlace {
  readonly files: LedgerFiles;
  readonly root: string;
  readonly folder: LedgerFolder;
  readonly environment: string;
  /** The workspace's lineage; a ledger of another one is refused. Undefined: not checked. */
  readonly lineage: string | undefined;
  /** Flags appended to each printed command that name this workspace and API. */
  readonly placeFlags: string;
}

export interface Stored {
  readonly state: LedgerState;
  /** The bytes on disk. */
  readonly text: string;
}

/** The current generation; undefined if no ledger was ever written. `last` is reused if the bytes are unchanged. */
export async function readGeneration(place: LedgerPlace, last?: Stored): Promise<Stored | undefined> {
  const { files, root, folder } = place;
  const shown = folder.shown('ledger.json');
  let text: string;
  try {
    await refuseLedgerLinks(files, root, folder);
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
  if ('problem' in parsed) throw await unusable(place, parsed);
  refuseForeign(place, parsed.state);
  return { state: parsed.state, text };
}

/** Throws if older generations exist without a ledger: it was deleted, so this is not a first run. */
async function refuseLoss(place: LedgerPlace): Promise<void> {
  if ((await newestWhole(place.files, place.folder)) === undefined) return;
  throw unsafeError(
    `\`${place.folder.shown('ledger.json')}\` is gone, but older generations of it are there`,
    await toResolve(place),
  );
}

/** The error for a ledger that exists but cannot be read. */
export async function unusable(
  place: LedgerPlace,
  { problem, isNewer }: { readonly problem: string; readonly isNewer?: true },
): Promise<LedgerError> {
  const message = `\`${place.folder.shown('ledger.json')}\` cannot be used: ${problem}`;
  return unsafeError(message, isNewer === true ? updateHelp : await toResolve(place));
}

export const updateHelp = 'update Edgewright to the version that wrote it';

/** How to repair the ledger. Copying an older generation by hand would create later objects a second time. */
export async function toResolve(place: LedgerPlace): Promise<string> {
  const { files, folder, environment, placeFlags } = place;
  const good = await newestWhole(files, folder);
  if (good === undefined) {
    const ledgers = folder.shown('ledger*.json');
    return `no older generation of it is whole; take it from a backup, or move \`${ledgers}\` away and run \`edgewright ledger rebuild --env ${environment}${placeFlags}\``;
  }
  if (good.state === 'newer') return updateHelp;
  return `\`${restoreCommand(place, good.serial)}\` takes \`${folder.shown(good.file)}\`, the newest older generation that is whole, and looks for what was created since`;
}

export function restoreCommand(
  { environment, placeFlags }: Pick<LedgerPlace, 'environment' | 'placeFlags'>,
  serial: number,
): string {
  return `edgewright ledger restore ${serial} --env ${environment}${placeFlags}`;
}

export function refuseForeign({ folder, environment, lineage }: LedgerPlace, state: LedgerState): void {
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
