import { sha256Of } from '../../text/hash.ts';
import { errorCode } from '../../text/system/system-errors.ts';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { settings as table } from '../../kinds/documents/settings.ts';
import type { WorkspaceHome } from '../../model/ledger/ledger-home.ts';
import type { LedgerSettings } from '../../model/workspace/settings.ts';
import { repositoryFolder, repositoryTop } from './repository-folder.ts';

type PlaceInRepository = Pick<WorkspaceHome, 'folder' | 'repositories'>;

/** Where a workspace is; undefined outside of git, where it is like each of its copies. */
export function workspaceHome(root: string, settings: LedgerSettings): WorkspaceHome | undefined {
  const here = placeInRepository(root);
  return (
    here && { ...here, ownHelp: () => ownLedger(settings, here), ownPlace: () => ownPlace(settings, here) }
  );
}

/** The folder of a workspace, and the remotes of the clone; undefined outside of git. */
export function placeInRepository(root: string): PlaceInRepository | undefined {
  const folder = repositoryFolder(root).replace(/\/$/, '');
  const config = gitConfig(repositoryTop(root, folder));
  return config === undefined ? undefined : { folder, repositories: repositoriesIn(config) };
}

/** The configuration of the repository with this top folder; that of a worktree is in the folder which it names. */
function gitConfig(top: string): string | undefined {
  const git = path.join(top, '.git');
  try {
    if (statSync(git).isDirectory()) return readFileSync(path.join(git, 'config'), 'utf8');
    const [, pointed] = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8')) ?? [];
    if (pointed === undefined) return undefined;
    const folder = path.resolve(top, pointed);
    const common = readIfThere(path.join(folder, 'commondir'))?.trim() ?? '.';
    return readFileSync(path.resolve(folder, common, 'config'), 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

function readIfThere(file: string): string | undefined {
  return statSync(file, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(file, 'utf8');
}

/**
 * The last two parts of the URL of each remote: a clone over ssh, over https, through a host alias or below the path of
 * a forge has the same.
 */
function repositoriesIn(config: string): readonly string[] {
  const sections = config.split(/^\s*(?=\[)/m).flatMap((section) => {
    const [, name] = /^\[remote "(.+)"\]/.exec(section) ?? [];
    const [, url] = /^\s*url\s*=\s*"?([^"\n]+?)"?\s*$/m.exec(section) ?? [];
    return name === undefined || url === undefined ? [] : [{ name, url }];
  });
  const isOther = ({ name }: { readonly name: string }): number => Number(name !== 'origin');
  const names = sections.sort((a, b) => isOther(a) - isOther(b)).map(({ url }) => repositoryOf(url));
  return [...new Set(names.filter((name) => name !== ''))];
}

function repositoryOf(url: string): string {
  const parts = url.split(/[/\\:]+/).filter((part) => part !== '');
  return parts
    .slice(-2)
    .join('/')
    .replace(/\.git$/, '')
    .toLowerCase();
}

function ownLedger(settings: LedgerSettings, here: PlaceInRepository): string {
  const { store } = settings;
  const place = store === 'git' ? ` branch: ${ownBranch(here)},` : '';
  const remote = store === 'git' && settings.remote !== 'origin' ? ` remote: ${settings.remote},` : '';
  const line = `ledger: { store: ${store},${remote}${place} lineage: ${ownLineage(settings, here)} }`;
  return `${store === 'file' ? 'delete its folder `.edgewright` and ' : ''}write \`${line}\` in its edgewright.yaml`;
}

function ownPlace({ store }: LedgerSettings, here: PlaceInRepository): string {
  if (store === 'git') {
    return `write \`branch: ${ownBranch(here)}\` under \`ledger:\` in its edgewright.yaml`;
  }
  return store === 'file' ? 'delete its folder `.edgewright`' : 'keep its ledgers in a different database';
}

/** A branch for the ledgers of this workspace alone: two folders never have one, `teams/b` is not `teams-b`. */
export function ownBranch({ folder, repositories: [repository = ''] }: PlaceInRepository): string {
  const words = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
  const steps = folder
    .split('/')
    .map(words)
    .filter((word) => word !== '');
  const isExact = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/.test(folder);
  const homeName = folder === '' ? words(repository) : steps.join('.');
  const digest = isExact || folder === '' ? [] : [sha256Of(folder).slice(0, 6)];
  return [table.fields.ledger.fields.branch.default, homeName || 'own', ...digest].join('-');
}

/** The same each time, so that a help that is printed again says the same. */
function ownLineage(
  { lineage }: LedgerSettings,
  { folder, repositories: [repository = ''] }: PlaceInRepository,
): string {
  const digest = sha256Of(JSON.stringify([lineage, repository, folder]));
  return [8, 12, 16, 20, 32].map((end, at, ends) => digest.slice(ends[at - 1] ?? 0, end)).join('-');
}
