import { exitCodes, UserError } from '../../model/errors.ts';
import type { LedgerSettings } from '../../model/workspace.ts';
import { settings as table } from '../../kinds/documents/settings.ts';

export interface MoveFlags {
  readonly from: LedgerSettings['store'];
  readonly to: LedgerSettings['store'];
  readonly remote?: string;
  readonly branch?: string;
}

/** The settings of both stores of a move; `--remote` and `--branch` name the git store that edgewright.yaml does not. */
export function ledgerPlaces(
  current: LedgerSettings,
  { from, to, ...flags }: MoveFlags,
): { readonly source: LedgerSettings; readonly target: LedgerSettings } {
  const isGit = from === 'git' || to === 'git';
  if (!isGit && (flags.remote !== undefined || flags.branch !== undefined))
    throw new UserError(exitCodes.usage, '--remote and --branch require `git` as one of the stores');
  if (from !== to) return { source: placeOf(current, from, flags), target: placeOf(current, to, flags) };
  const [source, target] = [placeOf(current, from, {}), placeOf(current, to, flags)];
  if (JSON.stringify(source) === JSON.stringify(target)) {
    throw new UserError(exitCodes.usage, `both stores are ${ledgerStoreWords(source)}`, {
      help: 'name two different ones; for another branch or remote of git, add --branch or --remote',
    });
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
