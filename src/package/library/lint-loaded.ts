import { libraryCall, lintOutput, loadedOf } from './open-loaded.ts';
import type { LintOutput } from './lint-json.gen.ts';
import type { LintingOptions, LoadedWorkspace } from './library-options.ts';

/** Checks the files; the result is the document of `edgewright lint --format json`. */
export async function lintLoaded(
  workspace: LoadedWorkspace,
  options: LintingOptions = {},
): Promise<LintOutput> {
  const loaded = loadedOf(workspace);
  const { environments, files = [], rules = {}, now, baseline = 'use', base } = options;
  return libraryCall(loaded, async (io) => {
    const { lintAll } = await import('../../run/lint/lint-all.ts');
    if (baseline === 'new-only' && loaded.workspace.baseline === undefined)
      throw (await import('../../run/lint/lint-workspace.ts')).noBaseline(
        loaded.workspace.settings.lint.baseline,
      );
    const { readBase } = await import('../../run/lint/lint-base.ts');
    const checks = {
      env: environments,
      rule: Object.entries(rules).map(([id, severity]) => `${id}=${severity}`),
      now,
      baseline: baseline !== 'ignore',
      newOnly: baseline === 'new-only',
    };
    const result = await lintAll(io, loaded.workspace, {
      files,
      checks,
      base: base === undefined ? undefined : await readBase(io, loaded.workspace, base),
    });
    return lintOutput(result, io.secrets);
  });
}
