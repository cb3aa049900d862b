import { matchesGlob } from '../../text/patterns/glob.ts';
import { usageError } from '../../model/errors.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { addressMeant } from '../cli/unused-words.ts';
import type { PlanFlags } from './planned.ts';

/** Refuses an unknown address in `--allow-exposure` and `--allow-revert`: it would only look like an approval. */
export function refuseUnknownAllowed(
  { allowExposure = [], allowRevert = [] }: Pick<PlanFlags, 'allowExposure' | 'allowRevert'>,
  { workspace, ledger }: { readonly workspace: Workspace; readonly ledger: LedgerState },
): void {
  if (allowExposure.length + allowRevert.length === 0) return;
  const known = new Set<string>([
    ...workspace.resources.map(({ address }) => address),
    ...Object.keys(ledger.resources),
    ...Object.keys(ledger.orphans),
  ]);
  // An id is compared with those of the plan: one of another plan allows nothing there.
  const isUnknown = (nameOrId: string): boolean => !known.has(nameOrId);
  const exposed = allowExposure.find((nameOrId) => isUnknown(nameOrId) && !/^[\da-f]{32}$/.test(nameOrId));
  const unknown =
    exposed ?? allowRevert.find((glob) => ![...known].some((address) => matchesGlob(glob, address)));
  if (unknown === undefined) return;
  throw usageError(
    `--allow-${exposed === undefined ? 'revert' : 'exposure'} \`${unknown}\` fits no resource`,
    addressMeant(unknown, known) ??
      `write an address as the plan shows it, such as \`https-route/docs\`${exposed === undefined ? '' : ', or the whole id that it prints'}`,
  );
}
