import { existsSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerSettings } from '../../model/workspace.ts';
import { openWorkspaceFiles } from '../../workspace/load-workspace.ts';
import { ciSetting } from './ci-setting-of.ts';
import { extraFiles, type ExtraFile } from './extra-files.ts';
import type { Extra } from './extras.ts';
import { refuseExisting, writeAllOrNone } from './write-all-or-none.ts';
import type { CiSetting } from './templates/ci-setting.ts';

export interface AddedExtras {
  readonly files: readonly string[];
  readonly setting: CiSetting;
  readonly store: LedgerSettings['store'] | undefined;
}

export interface ExtrasRequest {
  readonly folder: string;
  readonly extras: readonly Extra[];
  readonly isReviewed: boolean;
}

/** Adds files to a workspace that exists, for its environments; changes no existing file. Undefined without one. */
export async function addExtras(
  io: Io,
  { folder, extras, isReviewed }: ExtrasRequest,
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
  });
  const files = newExtraFiles(root, extras, setting);
  refuseExisting(root, files, 'init overwrites no file; move it away, or leave its --with out');
  writeAllOrNone(io, folder, files);
  return { files: files.map(([file]) => file), setting, store: settings.ledger?.store };
}

/** A pipeline that exists only needs a line, so its file is not among the new ones. */
export function newExtraFiles(
  root: string,
  extras: readonly Extra[],
  setting: CiSetting,
): readonly ExtraFile[] {
  return extras
    .flatMap((extra) => extraFiles(extra, setting))
    .filter(([file]) => path.basename(file) !== '.gitlab-ci.yml' || !existsSync(path.join(root, file)));
}
