import { chooseEnvironment } from '../../run/session/workspace/choose-environments.ts';
import { cleanDocument } from '../../report/text/json.ts';
import { libraryCall, loadedOf } from './open-loaded.ts';
import type { CompiledBodies, CompilingOptions, LoadedWorkspace } from './library-options.ts';

/**
 * Compiles one environment; the result is the document of `edgewright compile --format json`. Throws
 * `EdgewrightLintError` if the files have errors.
 */
export async function compileLoaded(
  workspace: LoadedWorkspace,
  options: CompilingOptions = {},
): Promise<CompiledBodies> {
  const { environment: name, only = [] } = options;
  const loaded = loadedOf(workspace);
  return libraryCall(loaded, async (io) => {
    const environment = chooseEnvironment(loaded.workspace, name);
    const { lintForEnvironment } = await import('../../run/lint/lint-workspace.ts');
    const { desired } = await lintForEnvironment({ io, workspace: loaded.workspace, environment });
    const [{ compiledValue }, { matchesOnly }, { refuseEmptyFilter }] = await Promise.all([
      import('../../report/compiled.ts'),
      import('../../text/patterns/address-filter.ts'),
      import('../../run/cli/refuse-empty-filter.ts'),
    ]);
    refuseEmptyFilter(only, desired);
    const chosen = desired.filter((resource) => matchesOnly(resource, only));
    return cleanDocument(compiledValue(chosen, { show: 'bodies' }), io.secrets) as CompiledBodies;
  });
}
