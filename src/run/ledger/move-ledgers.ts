import type { WorkspaceRun } from '../session/run.ts';
import { settings as table } from '../../kinds/documents/settings.ts';
import { unsafeError } from '../../ledger/ledger-error.ts';
import { type MigratedLedger, migrateLedgers } from '../../ledger/upkeep/migrate.ts';
import { type LedgerError, usageError } from '../../model/errors.ts';
import type { WorkspaceHead } from '../../model/workspace/workspace.ts';
import { workspaceHome } from '../../workspace/git/workspace-home.ts';
import { placeFlags } from '../cli/command-line.ts';
import { ledgerSettings, writeLedgerIgnore } from '../session/ledger/ledger-settings.ts';
import { runAbout } from '../session/ledger/run-about.ts';
import { backendsOf } from '../session/ledger/store-of.ts';
import type { LedgerSettings } from '../../model/workspace/settings.ts';

export interface MoveFlags {
  readonly from: LedgerSettings['store'];
  readonly to: LedgerSettings['store'];
  readonly remote?: string;
  readonly branch?: string;
}

/**
 * The settings of both stores of a move; `--remote` and `--branch` name the git store that edgewright.yaml does not.
 */
export function ledgerPlaces(
  current: LedgerSettings,
  { from, to, ...flags }: MoveFlags,
): { readonly source: LedgerSettings; readonly target: LedgerSettings } {
  const isGit = from === 'git' || to === 'git';
  if (!isGit && (flags.remote !== undefined || flags.branch !== undefined))
    throw usageError('--remote and --branch require `git` as one of the stores');
  if (from !== to) return { source: placeOf(current, from, flags), target: placeOf(current, to, flags) };
  const [source, target] = [placeOf(current, from, {}), placeOf(current, to, flags)];
  if (JSON.stringify(source) === JSON.stringify(target)) {
    throw usageError(
      `both stores are ${ledgerStoreWords(source)}`,
      'name two different ones; for another branch or remote of git, add --branch or --remote',
    );
  }
  return { source, target };
}

function placeOf(
  current: LedgerSettings,
  store: LedgerSettings['store'],
  { remote, branch }: Pick<MoveFlags, 'remote' | 'branch'>,
): LedgerSettings {
  const { lineage } = current;
  if (store !== 'git') return { store, lineage };
  const { fields } = table.fields.ledger;
  const known =
    current.store === 'git' ? current : { remote: fields.remote.default, branch: fields.branch.default };
  return { store, lineage, branch: branch ?? known.branch, remote: remote ?? known.remote };
}

/** "the branch `edgewright-ledger` of `origin`". */
export function ledgerStoreWords(settings: LedgerSettings): string {
  switch (settings.store) {
    case 'file':
      return 'files in `.edgewright`';
    case 'git':
      return `the branch \`${settings.branch}\` of \`${settings.remote}\``;
    case 'postgres':
      return 'PostgreSQL';
  }
}

interface MovedLedgers {
  readonly ledgers: readonly MigratedLedger[];
  readonly from: LedgerSettings['store'];
  readonly target: LedgerSettings;
  /** Whether edgewright.yaml names the target already. */
  readonly isNamed: boolean;
}

/** Moves the ledgers of all environments of a workspace to another store. */
export async function moveLedgers(
  { io, workspace, ledger, place }: WorkspaceRun<WorkspaceHead>,
  flags: MoveFlags,
): Promise<MovedLedgers> {
  const { root } = workspace;
  const current = ledgerSettings(workspace);
  const { source, target } = ledgerPlaces(current, flags);
  // This command names both stores; the ones that it prints must name the files, too.
  const inFiles = { ledger: { ...ledger, store: 'file' }, place: { ...place, ledger: 'file' } } as const;
  const backends = (settings: LedgerSettings): ReturnType<typeof backendsOf> =>
    backendsOf(io, { root, settings, ...(settings.store === 'file' ? inFiles : { ledger, place }) });
  const ledgers = await migrateLedgers({
    run: await runAbout(io, 'ledger migrate', root),
    lineage: current.lineage,
    home: workspaceHome(root, current),
    placeFlags: placeFlags(place),
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
