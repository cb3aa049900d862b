import { exitCodes } from '../../model/errors.ts';
import type { Workspace } from '../../model/workspace.ts';
import { openWorkspace } from '../../run/session/workspace/open-workspace.ts';
import { EdgewrightError } from './library-errors.ts';
import { libraryCall, surroundings, type Surroundings } from './library-io.ts';
import type { LoadedWorkspace, LoadOptions } from './library-options.ts';

/** The internals of a loaded workspace. */
export interface WorkspaceSurroundings extends Surroundings {
  readonly workspace: Workspace;
}

const internals = Symbol('edgewright workspace');

/**
 * Reads the workspace that a folder is in. Throws `EdgewrightError` 78 without an edgewright.yaml; mistakes in the
 * files are findings of `lint`.
 */
export async function openLoaded(options: LoadOptions = {}): Promise<LoadedWorkspace> {
  const around = surroundings(options);
  const { folder, texts } = options;
  const place = folder === undefined ? {} : { workspace: folder };
  const workspace = await libraryCall(around, (io) => openWorkspace(io, place, texts));
  const loaded: LoadedWorkspace = {
    root: workspace.root,
    environments: [...workspace.environments.keys()],
    files: [...workspace.sources.keys()].sort(),
  };
  // Not enumerable, so that printing the object prints neither variables nor files.
  return Object.defineProperty(loaded, internals, {
    value: { ...around, workspace } satisfies WorkspaceSurroundings,
  });
}

export function loadedOf(workspace: LoadedWorkspace): WorkspaceSurroundings {
  const { [internals]: loaded } = workspace as { readonly [internals]?: WorkspaceSurroundings };
  if (loaded !== undefined) return loaded;
  throw new EdgewrightError('the first argument is not a workspace', {
    exitCode: exitCodes.usage,
    help: 'pass the result of `await loadWorkspace()` itself, not a copy',
  });
}
