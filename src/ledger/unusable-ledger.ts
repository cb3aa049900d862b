import type { LedgerError } from '../model/errors.ts';
import { generationFile, newestWhole } from './generations.ts';
import { unsafeError } from './ledger-error.ts';
import type { LedgerPlace } from './ledger-place.ts';

/** The error for a ledger or a journal that exists but cannot be read. */
export async function unusable(
  place: LedgerPlace,
  problem: Problem,
  name = 'ledger.json',
): Promise<LedgerError> {
  const message = `\`${place.shown(name)}\` cannot be used: ${problem.problem}`;
  return unsafeError(message, await helpFor(place, problem));
}

/** How to go on with a ledger or a journal that cannot be used. */
export async function helpFor(
  place: LedgerPlace,
  { isNewer, isUnsealed }: Omit<Problem, 'problem'>,
): Promise<string> {
  if (isNewer === true) return updateHelp;
  const resolving = await toResolve(place);
  return isUnsealed === true ? `${sealHelp(place)}; if not: ${resolving}` : resolving;
}

interface Problem {
  readonly problem: string;
  readonly isNewer?: true;
  readonly isUnsealed?: true;
}

/** How to seal a ledger that is trusted as it is. */
function sealHelp({ environment, placeFlags }: Pick<LedgerPlace, 'environment' | 'placeFlags'>): string {
  return `if only Edgewright can have written it: \`edgewright ledger seal --env ${environment}${placeFlags}\``;
}

export const updateHelp = 'update Edgewright to the version that wrote it';

/** How to repair the ledger. Copying an older generation by hand would create later objects a second time. */
export async function toResolve(place: LedgerPlace): Promise<string> {
  const { texts, shown, environment, placeFlags } = place;
  const good = await newestWhole(texts);
  if (good === undefined) {
    const [ledgers, journals] = [shown('ledger*.json'), shown('journal/*')];
    return `no generation of it is whole; take it from a backup, or move \`${ledgers}\` and \`${journals}\` away and run \`edgewright ledger rebuild --env ${environment}${placeFlags}\``;
  }
  if (good.state === 'newer') return updateHelp;
  return `\`${restoreCommand(place, good.serial)}\` takes \`${shown(generationFile(good.serial))}\`, the newest generation that is whole, and looks for what was created since`;
}

export function restoreCommand(
  { environment, placeFlags }: Pick<LedgerPlace, 'environment' | 'placeFlags'>,
  serial: number,
): string {
  return `edgewright ledger restore ${serial} --env ${environment}${placeFlags}`;
}
