import { fileURLToPath } from 'node:url';
import { compile } from '../../src/workspace/compile/compile.ts';
import { lint } from '../../src/lint/engine/lint.ts';
import { checkPolicies } from '../../src/lint/policy/run-policies.ts';
import type { LintInput } from '../../src/lint/engine/lint-run.ts';
import type { LintResult } from '../../src/model/lint/lint-result.ts';
import { loadTrafficTools } from '../../src/lint/domain/policy/load-traffic-tools.ts';
import type { RepositoryAround, Workspace } from '../../src/model/workspace/workspace.ts';
import { loadWorkspace } from '../../src/workspace/load-workspace.ts';

/** Files by path. */
export type Files = Readonly<Record<string, string>>;

/**
 * Cuts a text into files: a line `# file: <path>` begins one. What precedes the first is resources/case.yaml; with
 * nothing there is no such file.
 */
export function filesIn(text: string): Files {
  const parts = text.split(/^# file: (\S+)\n/m);
  const files: Record<string, string> = {};
  if ((parts[0] ?? '') !== '' || parts.length === 1) files['resources/case.yaml'] = parts[0] ?? '';
  for (let i = 1; i < parts.length; i += 2) files[parts[i] ?? ''] = parts[i + 1] ?? '';
  return files;
}

await loadTrafficTools(['traffic_policy']);

/** The base of every case: a workspace without resources, and an environment with names to refer to. */
const base = fileURLToPath(new URL('workspace/', import.meta.url));
/** The same without the environment. */
export const alone = fileURLToPath(new URL('alone/', import.meta.url));

/** Loads a workspace of these files, laid over those of test/lint/workspace. */
export function workspaceOf(files: Files, from: string = base): Workspace {
  return loadWorkspace({ from, overlay: new Map(Object.entries(files)) });
}

export type LintOptions = Omit<LintInput, 'workspace' | 'compiled' | 'now'> & {
  readonly now?: Date;
  readonly around?: RepositoryAround | undefined;
};

/** Loads, compiles for every environment, lints. */
export function lintFiles(
  files: Files,
  { around, ...options }: LintOptions,
  from?: string,
): LintResult & { readonly workspace: Workspace } {
  const workspace = { ...workspaceOf(files, from), around: () => around };
  const names = [...workspace.environments.keys()];
  const compiled = new Map(names.map((name) => [name, compile(workspace, name)]));
  const policies = checkPolicies(workspace.settings, names);
  const now = new Date('2026-01-01T00:00:00Z');
  const result = lint({ now, policies, ...options, workspace, compiled });
  return { ...result, workspace };
}
