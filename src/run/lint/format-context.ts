import path from 'node:path';
import type { Io } from '../../model/io.ts';
import { wantsColor } from '../cli/color.ts';
import type { ColorOptions, WorkspaceOptions } from '../cli/options.ts';
import type { FormatContext } from './lint-formats.ts';

interface ContextOptions extends ColorOptions, WorkspaceOptions {
  /** Undefined for stdout. */
  readonly file: string | undefined;
  readonly room: number | undefined;
  /** Live objects were checked: they are in no file. */
  readonly live?: boolean;
}

/** The facts about this run that formats can ask for. */
export function formatContext(io: Io, options: ContextOptions): FormatContext {
  const { workspace = '.', live = false, room } = options;
  return {
    room,
    terminal: () => terminal(io, options),
    folder: async () => (live ? '' : folderInRepository(path.resolve(io.cwd, workspace))),
    version: async () => (await import('../../version.ts')).version,
    rules: async () => (await import('../../lint/rules.ts')).rules,
  };
}

/** The content of a report file does not depend on the terminal. */
function terminal(io: Io, options: ContextOptions): { readonly color: boolean; readonly columns: number } {
  if (options.file !== undefined) return { color: options.color === 'always', columns: 80 };
  return { color: wantsColor(io, options), columns: Math.min(io.columns, 120) };
}

async function folderInRepository(start: string): Promise<string> {
  const [{ findRoot }, { repositoryFolder }] = await Promise.all([
    import('../../workspace/files/find-root.ts'),
    import('../../workspace/git/repository-folder.ts'),
  ]);
  return repositoryFolder(findRoot(start));
}
