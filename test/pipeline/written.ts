import type { CompileResult, Desired } from '../../src/model/desired.ts';
import { fileURLToPath } from 'node:url';
import { compile } from '../../src/workspace/compile/compile.ts';
import { lint } from '../../src/lint/engine/lint.ts';
import { rules } from '../../src/lint/rules.ts';
import type { Workspace } from '../../src/model/workspace/workspace.ts';
import { loadWorkspace } from '../../src/workspace/load-workspace.ts';
import { expect } from 'vitest';
import type { GeneratedWorkspace } from '../arbitraries/generated-workspace.ts';
import { workspaceFiles } from '../arbitraries/workspace-files.ts';
import type { Environment } from '../../src/model/workspace/environment.ts';

/** A workspace, read and compiled for production. */
export interface Written {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly desired: readonly Desired[];
}

/** A folder with settings; the files of a generated workspace are laid over it. */
const folder = fileURLToPath(new URL('../lint/workspace/', import.meta.url));

/** Loads, compiles and lints: a workspace that is valid by construction has no errors. */
export function write(generated: GeneratedWorkspace): Written {
  return writeFiles(workspaceFiles(generated));
}

export function writeFiles(files: Readonly<Record<string, string>>): Written {
  const { compiled, ...written } = compiledFiles(files);
  const { diagnostics } = lint({
    workspace: written.workspace,
    compiled: new Map([['production', compiled]]),
    now: new Date('2026-01-01T00:00:00Z'),
    rules,
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
  return written;
}

/** Loads and compiles without lint, for properties with thousands of runs. */
export function compiledFiles(
  files: Readonly<Record<string, string>>,
): Written & { readonly compiled: CompileResult } {
  const workspace = loadWorkspace({ from: folder, overlay: new Map(Object.entries(files)) });
  const compiled = compile(workspace, 'production');
  const environment = workspace.environments.get('production')!;
  return { workspace, environment, desired: compiled.desired, compiled };
}
