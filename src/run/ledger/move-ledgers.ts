import type { PlaceFlags } from '../cli/command-line.ts';
import { placeFlags } from '../cli/command-line.ts';
import { migrateLedgers, type MigratedLedger } from '../../ledger/upkeep/migrate.ts';
import { unsafeError } from '../../ledger/ledger-error.ts';
import type { LedgerError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerSettings, WorkspaceHead } from '../../model/workspace.ts';
import { writeLedgerIgnore } from '../session/ledger/ledger-ignore.ts';
import { ledgerSettings } from '../session/ledger/ledger-settings.ts';
import { workspaceHome } from '../../workspace/git/workspace-home.ts';
import { runAbout } from '../session/ledger/run-about.ts';
import { backendsOf } from '../session/ledger/store-of.ts';
import { ledgerPlaces, ledgerStoreWords, type MoveFlags } from './ledger-places.ts';

export interface MovedLedgers {
  readonly ledgers: readonly MigratedLedger[];
  readonly from: LedgerSettings['store'];
  readonly target: LedgerSettings;
  /** Whether edgewright.yaml names the target already. */
  readonly isNamed: boolean;
}

/** Moves the ledgers of all environments of a workspace to another store. */
export async function moveLedgers(
  io: Io,
  workspace: WorkspaceHead,
  options: PlaceFlags & MoveFlags,
): Promise<MovedLedgers> {
  const { root } = workspace;
  const current = ledgerSettings(workspace);
  const { source, target } = ledgerPlaces(current, options);
  const backends = (settings: LedgerSettings): ReturnType<typeof backendsOf> =>
    backendsOf(
      io,
      { root, settings },
      { ...options, ...(settings.store === 'file' ? { ledger: 'file' } : {}) },
    );
  const ledgers = await migrateLedgers({
    run: await runAbout(io, 'ledger migrate', root),
    lineage: current.lineage,
    home: workspaceHome(root, current),
    placeFlags: placeFlags(options),
    environments: [...workspace.environments.keys()],
    source: await backends(source),
    target: await backends(target),
    to: ledgerStoreWords(target),
  });
  if (ledgers.every(({ state }) => state === undefined)) throw nothingThere(source, current);
  if (target.store === 'file') writeLedgerIgnore(root);
  return { ledgers, from: source.store, target, isNamed: JSON.stringify(target) === JSON.stringify(current) };
}

/** A source that has no ledger gives no reason to name the target in edgewright.yaml. */
function nothingThere(source: LedgerSettings, current: LedgerSettings): LedgerError {
  const isNamed = JSON.stringify(source) === JSON.stringify(current);
  const kept = isNamed
    ? ''
    : `; edgewright.yaml keeps the ledgers in ${ledgerStoreWords(current)}: \`--from ${current.store}\``;
  return unsafeError(
    `no environment has a ledger in ${ledgerStoreWords(source)}`,
    `nothing was moved${kept}`,
  );
}
