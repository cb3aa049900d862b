import { statSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { WorkspaceOptions } from '../../cli/options.ts';

/**
 * The folder where the search for the workspace starts. A misspelled `-C` must not find the workspace of the current
 * folder.
 */
export function workspaceFolder(io: Io, { workspace }: WorkspaceOptions): string {
  const folder = path.resolve(io.cwd, workspace ?? '.');
  if (workspace !== undefined && statSync(folder, { throwIfNoEntry: false }) === undefined) {
    throw new UserError(exitCodes.usage, `there is no folder \`${workspace}\``, {
      help: '`--workspace` names the folder of edgewright.yaml, or one in it',
    });
  }
  return folder;
}
