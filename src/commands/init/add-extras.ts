import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { cannotWrite } from '../../run/cli/files/disk-failure.ts';
import { additionTo, extraFiles, withOwnNames, type Extra, type ExtraFile } from './extra-files.ts';
import type { PackageSource } from './source.ts';
import type { CiSetting } from './templates/github-steps.ts';
import { runGit } from '../../workspace/git/run-git.ts';
import { UserError, exitCodes } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerSettings } from '../../model/workspace.ts';
import { repositoryFolder } from '../../workspace/git/repository-folder.ts';
import { openWorkspaceFiles } from '../../workspace/load-workspace.ts';

/** A job and its credentials have the name of an environment and one of these words: two must not be the same. */
const beside = {
  before: ['snapshot-', 'review-', 'drift-', 'comment-', 'fork-'],
  after: ['-plan', '-review'],
};

/** Names that YAML reads as something else: a job of the environment `null` would have none. */
const notStrings = /^(?:null|true|false|yes|no|on|off|y|n|0x[0-9a-f]+|0o[0-7]+|[0-9][0-9e-]*)$/;

export interface AddedExtras {
  readonly files: readonly string[];
  readonly kept: readonly ExtraFile[];
  readonly setting: CiSetting;
  readonly store: LedgerSettings['store'] | undefined;
}

export interface ExtrasRequest {
  readonly folder: string;
  readonly extras: readonly Extra[];
  readonly isReviewed: boolean;
  readonly source: PackageSource | undefined;
}

/** Adds files to a workspace that exists, for its environments; changes no existing file. Undefined without one. */
export async function addExtras(
  io: Io,
  { folder, extras, isReviewed, source }: ExtrasRequest,
  refuseOthers: () => void,
): Promise<AddedExtras | undefined> {
  const root = path.resolve(io.cwd, folder);
  if (extras.length === 0 || !existsSync(path.join(root, 'edgewright.yaml'))) return undefined;
  refuseOthers();
  const { settings, environments } = openWorkspaceFiles({ from: root });
  if (environments.size === 0) {
    throw new UserError(exitCodes.settings, 'this workspace has no environment to write jobs for', {
      help: 'add one first: a file such as `environments/production.yaml`',
    });
  }
  const setting = await ciSetting(io, {
    root,
    environments: [...environments.keys()].sort(),
    secrets: [...settings.secrets.keys()].sort(),
    isReviewed,
    source,
  });
  const { files, kept } = newExtraFiles(root, extras, setting);
  refuseExisting(root, files, keptApart);
  writeAllOrNone(io, folder, files);
  return { files: files.map(([file]) => file), kept, setting, store: settings.ledger?.store };
}

/** The files to write, and those that exist and stay, which a person completes. */
export function newExtraFiles(
  root: string,
  extras: readonly Extra[],
  setting: CiSetting,
): { readonly files: readonly ExtraFile[]; readonly kept: readonly ExtraFile[] } {
  const all = extras.flatMap((extra) => besideOthers(root, extraFiles(extra, setting), setting));
  const kept = all.filter((one) => additionTo(one) !== undefined && existsSync(path.join(root, one[0])));
  return { files: all.filter((one) => !kept.includes(one)), kept: kept.filter((one) => lacks(root, one)) };
}

/** The files, with names of their own where those of another workspace of the repository exist. */
function besideOthers(
  root: string,
  files: readonly ExtraFile[],
  { folder }: Pick<CiSetting, 'folder'>,
): readonly ExtraFile[] {
  const isTaken = files.some((one) => {
    const place = path.join(root, one[0]);
    return (
      additionTo(one) === undefined && existsSync(place) && isOfOther(readFileSync(place, 'utf8'), folder)
    );
  });
  return isTaken ? files.map((one) => withOwnNames(one, folder)) : files;
}

/** Whether jobs that we wrote are for a workspace in another folder. */
function isOfOther(text: string, folder: string): boolean {
  const [, named] = /^ +workspace: (\S+)$| edgewright lint -C (\S+)/m.exec(text)?.filter(Boolean) ?? [];
  return /\bedgewright\b/.test(text) && (named ?? '') !== folder;
}

/** Whether a file that exists does not have our lines yet. */
function lacks(root: string, one: ExtraFile): boolean {
  const lines = additionTo(one)?.lines.trim().split('\n') ?? [];
  const there = readFileSync(path.join(root, one[0]), 'utf8');
  return lines.some((line) => !there.includes(line.trim()));
}

export const keptApart = 'init overwrites no file; move it away, or leave its --with out';

/** Refuses to go on if a file exists: nothing that a person wrote is replaced. */
export function refuseExisting(root: string, files: readonly ExtraFile[], help: string): void {
  const there = files.map(([file]) => file).filter((file) => existsSync(path.join(root, file)));
  if (there.length === 0) return;
  throw new UserError(
    exitCodes.usage,
    `${there.map((file) => `\`${file}\``).join(', ')} ${there.length === 1 ? 'exists' : 'exist'} already`,
    { help },
  );
}

/** Writes all of them or none, so that it can be run again. */
export function writeAllOrNone(io: Io, folder: string, files: readonly ExtraFile[]): void {
  const written: string[] = [];
  try {
    for (const [file, text] of files) {
      write(io, path.join(folder, file), text);
      written.push(file);
    }
  } catch (error) {
    for (const file of written) rmSync(path.resolve(io.cwd, folder, file), { force: true });
    throw error;
  }
}

function write(io: Io, file: string, text: string): void {
  const target = path.resolve(io.cwd, file);
  try {
    mkdirSync(path.dirname(target), { recursive: true });
    const opened = openSync(target, 'wx');
    try {
      writeFileSync(opened, text);
    } catch (error) {
      rmSync(target, { force: true });
      throw error;
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/** The facts for the templates of a workspace, with those that its repository says: its folder there, and the branch. */
export async function ciSetting(
  io: Io,
  { root, ...facts }: Omit<CiSetting, 'folder' | 'branch'> & { readonly root: string },
): Promise<CiSetting> {
  const folder = repositoryFolder(root).replace(/\/$/, '');
  // The folder is written into shell commands and YAML.
  if (!/^[\w./-]*$/.test(folder) || folder.startsWith('-')) {
    throw new UserError(exitCodes.usage, `jobs cannot be written for the folder \`${folder}\``, {
      help: 'rename it: use letters, digits, `.`, `_`, `-` and `/`',
    });
  }
  refuseNames(facts.environments);
  return { ...facts, folder, branch: await defaultBranch(io, root) };
}

function refuseNames(environments: readonly string[]): void {
  const unreadable = environments.find((name) => notStrings.test(name));
  if (unreadable !== undefined) {
    throw new UserError(exitCodes.usage, `jobs cannot be written for the environment \`${unreadable}\``, {
      help: 'rename it: YAML does not read this name as a string',
    });
  }
  const all = new Set(environments);
  for (const name of environments) {
    const taken = [
      ...beside.before.map((word) => `${word}${name}`),
      ...beside.after.map((word) => `${name}${word}`),
    ].find((other) => all.has(other));
    if (taken === undefined) continue;
    throw new UserError(
      exitCodes.usage,
      `jobs cannot be written for the environments \`${name}\` and \`${taken}\``,
      { help: `the jobs of \`${name}\` use the name \`${taken}\`: rename one of the two` },
    );
  }
}

/** The default branch of `origin` as the clone knows it; `main` if it does not. */
async function defaultBranch(io: Io, root: string): Promise<string> {
  const words = ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'];
  try {
    const { exitCode, stdout } = await runGit({ cwd: existing(root), env: io.env }, words);
    const [, branch] = /^origin\/([\w./-]+)\n$/.exec(stdout.toString('utf8')) ?? [];
    return exitCode === 0 && branch !== undefined ? branch : 'main';
  } catch (error) {
    // Git is not installed.
    if (error instanceof UserError) return 'main';
    throw error;
  }
}

/** The folder, or the nearest one above it: that of a new workspace does not exist yet. */
function existing(folder: string): string {
  const above = path.dirname(folder);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder || above === folder ? folder : existing(above);
}
