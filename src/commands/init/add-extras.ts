import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cannotWrite } from '../../run/cli/files/cannot-write.ts';
import { replaceFile } from '../../run/cli/files/replace-file.ts';
import {
  additionTo,
  extraFiles,
  forges,
  isReviewedIn,
  sendsTestsIn,
  ownJobs,
  withOwnNames,
  type Extra,
  type ExtraFile,
} from '../../run/jobs/extra-files.ts';
import { sourceIn, sourceOfBuild, type PackageSource } from '../../run/jobs/package-source.ts';
import { unifiedDiff } from '../../report/text/diffs.ts';
import { ciFactsOf, ciSetting, ownersIn, type CiSetting } from '../../run/jobs/ci-setting.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { placeInRepository } from '../../workspace/git/workspace-home.ts';
import { openRepository } from '../../workspace/git/repository.ts';
import { runGit } from '../../workspace/git/run-git.ts';
import { isForOthers } from '../../workspace/files/job-files.ts';
import { jobRecordFile, readJobRecord } from './job-record.ts';
import { mergedJobs, type JobConflict } from './merge-jobs.ts';
import { environmentOrder, orderChange, type ChangedFile } from './environment-order.ts';
import { openWorkspaceFiles } from '../../workspace/load-workspace.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { codeList } from '../../text/words/list-words.ts';
import { exitCodes } from '../../model/exit-codes.ts';

export interface AddedExtras {
  /** Those that are new. */
  readonly files: readonly string[];
  /**
   * Files of ours that were brought up to date, with the difference as a patch: empty if only lines of a person differ.
   */
  readonly changes: readonly {
    readonly file: string;
    readonly patch: string;
    /** How many lines of a person were kept in it. */
    readonly keptLines?: number;
  }[];
  readonly kept: readonly ExtraFile[];
  readonly setting: CiSetting;
}

interface PreparedExtras extends Pick<AddedExtras, 'kept' | 'setting'> {
  readonly files: readonly ExtraFile[];
  readonly changed: readonly ChangedFile[];
  /** The jobs as they are written now, without what a person changes in them. */
  readonly record: ExtraFile | undefined;
}

export interface ExtrasRequest {
  readonly folder: string;
  readonly extras: readonly Extra[];
  readonly isReviewed: boolean;
  readonly sendsTests: boolean;
  readonly source: PackageSource | undefined;
  readonly owner: string | undefined;
  /** Whether files that `init` wrote are brought up to date. */
  readonly isUpdate: boolean;
}

/** The files to write and to change; throws what would refuse them, before anything is written. */
export async function prepareExtras(
  io: Io,
  { folder, extras, isReviewed, sendsTests, source, owner, isUpdate }: ExtrasRequest,
  added: readonly string[] = [],
): Promise<PreparedExtras> {
  const root = path.resolve(io.cwd, folder);
  const workspace = openWorkspaceFiles({ from: root }).read();
  const facts = ciFactsOf(workspace);
  const { settings } = workspace;
  const names = [...facts.environments, ...added];
  const hasJobs = extras.some((extra) => forges.includes(extra));
  // Of environments that are to be added, `addEnvironments` writes the order.
  const ordered = hasJobs && added.length === 0 ? orderChange(settings, names) : [];
  const environments = environmentOrder(
    settings.order.map(({ name }) => name).filter((name) => names.includes(name)),
    names,
  );
  if (environments.length === 0) {
    throw new UserError(exitCodes.settings, 'this workspace has no environment to write jobs for', {
      help: 'add one first: a file such as `environments/production.yaml`',
    });
  }
  const around = isUpdate ? workspace.around?.() : undefined;
  const written = around === undefined ? '' : ownJobs(around.jobs, around.home.folder);
  const setting = await ciSetting(io, {
    ...facts,
    environments,
    root,
    isReviewed: isReviewed || isReviewedIn(written),
    sendsTests: sendsTests || sendsTestsIn(written),
    source: source ?? sourceIn(written) ?? sourceOfBuild(),
    owners: ownersIn(root, owner, extras, settings),
  });
  const { files, kept } = newExtraFiles(root, extras, setting);
  if (!isUpdate) refuseExisting(root, files, keptApart);
  const texts = files.map(([file, text]) => ({ file, text, before: textAt(path.join(root, file)) }));
  const changed = texts.flatMap(({ file, text, before }) =>
    before === undefined || before === text ? [] : [{ file, text, before }],
  );
  await refuseUncommitted(io, root, changed);
  const jobs = jobsIn(files, extras);
  const record = readJobRecord(root);
  const merged: ChangedFile[] = [];
  for (const change of changed)
    merged.push(jobs.has(change.file) ? await withOwnLines(io, change, record.get(change.file)) : change);
  return {
    files: files.filter((_file, index) => texts[index]?.before === undefined),
    changed: [...ordered, ...merged],
    kept,
    setting,
    record: jobs.size === 0 ? undefined : jobRecordFile(new Map([...record, ...jobs])),
  };
}

/** The files that a person may add to: those with jobs. */
export function jobsIn(files: readonly ExtraFile[], extras: readonly Extra[]): ReadonlyMap<string, string> {
  const isJob = ([file]: ExtraFile): boolean => /(?:^|\/)\.(?:github|gitlab|gitea)\//.test(file);
  return new Map(extras.some((extra) => forges.includes(extra)) ? files.filter(isJob) : []);
}

/** The change with the lines that a person added to the jobs since `init` wrote them. */
async function withOwnLines(
  io: Io,
  { file, before, text }: ChangedFile,
  base: string | undefined,
): Promise<ChangedFile> {
  const now = withoutReturns(before);
  const written = (next: string): string => (before.includes('\r\n') ? next.replaceAll('\n', '\r\n') : next);
  if (now === base) return { file, before, text: written(text) };
  if (base === undefined) {
    throw usageError(
      `no record says which lines of \`${file}\` are yours`,
      `move the file away, run this again, and add your lines to the new file; \`init\` records the jobs that it writes in \`.edgewright/jobs.json\`, which belongs in git`,
    );
  }
  const merged = await mergedJobs(io, { base, now, next: text });
  if ('conflict' in merged) throw conflictError(file, merged.conflict);
  const keptLines = changedLines(text, merged.text);
  return { file, before, text: written(merged.text), keptLines };
}

function conflictError(file: string, { now, next }: JobConflict): UserError {
  const [yours, ours] = [now, next].map((lines) => lines.map((line) => line.trim()).join(' '));
  return usageError(
    `\`${file}\` has a change of yours where the update changes the same words`,
    `take it back, run this again, and make it again; you have \`${yours}\`, and the update \`${ours}\``,
  );
}

/** How many lines differ. */
function changedLines(before: string, after: string): number {
  const patch = unifiedDiff('', before, after).split('\n');
  return patch.filter((line) => /^[+-](?!--|\+\+)/.test(line)).length;
}

/**
 * Adds files to a workspace that exists, for its environments. Of those that exist, only an update changes the ones
 * that are all ours.
 */
export async function addExtras(io: Io, request: ExtrasRequest): Promise<AddedExtras> {
  const { folder } = request;
  const { files, changed, kept, setting, record } = await prepareExtras(io, request);
  writeAllOrNone(io, folder, files);
  if (record !== undefined) replaceFile(path.resolve(io.cwd, folder), ...record);
  return { files: files.map(([file]) => file), changes: writeChanges(io, folder, changed), kept, setting };
}

/** Writes files that exist; gives the differences. */
export function writeChanges(
  io: Io,
  folder: string,
  changed: readonly ChangedFile[],
): AddedExtras['changes'] {
  for (const { file, before, text } of changed)
    if (text !== before) replaceFile(path.resolve(io.cwd, folder), file, text);
  return changed.map(({ file, text, before, keptLines }) => ({
    file,
    ...withoutUndefined({ keptLines }),
    patch: before === text ? '' : unifiedDiff(file.replace(/^(?:\.\.\/)+/, ''), before, text),
  }));
}

function textAt(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * Only what a commit has is replaced: changes by hand stay in the history. The bytes are compared here: `git status`
 * would run the filters of the repository.
 */
async function refuseUncommitted(
  io: Io,
  root: string,
  files: readonly { readonly file: string; readonly before: string }[],
): Promise<void> {
  if (files.length === 0) return;
  if (placeInRepository(root) === undefined) {
    throw usageError(
      'the workspace is in no git repository, and an update needs one',
      '`git init` makes one: an update replaces only files that a commit has',
    );
  }
  const { setting, prefix } = await openRepository({ root, cwd: io.cwd, env: io.env });
  for (const { file, before } of files) {
    const words = ['cat-file', 'blob', `HEAD:${path.posix.join(prefix, file)}`];
    const { exitCode, stdout } = await runGit(setting, words);
    if (exitCode === 0 && withoutReturns(stdout.toString('utf8')) === withoutReturns(before)) continue;
    throw usageError(
      `\`${file}\` has changes that are in no commit`,
      'commit them first: an update replaces the file, and git keeps what was there',
    );
  }
}

/** Git may store the ends of lines in another form than the disk has. */
function withoutReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** The files to write, and those that exist and stay, which a person completes. */
export function newExtraFiles(
  root: string,
  extras: readonly Extra[],
  setting: CiSetting,
): { readonly files: readonly ExtraFile[]; readonly kept: readonly ExtraFile[] } {
  const all = extras.flatMap((extra) => besideOthers(root, extraFiles(extra, setting), setting));
  const kept = all.filter(
    (extraFile) => additionTo(extraFile) !== undefined && existsSync(path.join(root, extraFile[0])),
  );
  return {
    files: all.filter((extraFile) => !kept.includes(extraFile)),
    kept: kept.filter((extraFile) => lacks(root, extraFile)),
  };
}

/** The files, with names of their own where those of another workspace of the repository exist. */
function besideOthers(
  root: string,
  files: readonly ExtraFile[],
  { folder }: Pick<CiSetting, 'folder'>,
): readonly ExtraFile[] {
  const isTaken = files.some((extraFile) => {
    const place = path.join(root, extraFile[0]);
    return (
      additionTo(extraFile) === undefined &&
      existsSync(place) &&
      isForOthers(readFileSync(place, 'utf8'), folder)
    );
  });
  return isTaken ? files.map((extraFile) => withOwnNames(extraFile, folder)) : files;
}

/** Whether a file that exists does not have our lines yet. */
function lacks(root: string, extraFile: ExtraFile): boolean {
  const lines = additionTo(extraFile)?.lines.trim().split('\n') ?? [];
  const presentText = readFileSync(path.join(root, extraFile[0]), 'utf8');
  return lines.some((line) => !presentText.includes(line.trim()));
}

export const keptApart = 'init overwrites no file; move it away, or leave its --with out';

/** Refuses to go on if a file exists: nothing that a person wrote is replaced. */
export function refuseExisting(root: string, files: readonly ExtraFile[], help: string): void {
  const presentFiles = files.map(([file]) => file).filter((file) => existsSync(path.join(root, file)));
  if (presentFiles.length === 0) return;
  throw usageError(
    `${codeList(presentFiles)} ${presentFiles.length === 1 ? 'exists' : 'exist'} already`,
    help,
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
