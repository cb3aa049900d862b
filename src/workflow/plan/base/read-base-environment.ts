import type { Io } from '../../../model/io.ts';
import type { BrokenBase, NoteFact } from '../../../model/facts/note.ts';
import type { Desired } from '../../../model/desired.ts';
import type { Environment, Workspace } from '../../../model/workspace.ts';
import { lintEnvironment } from '../../lint/lint-workspace.ts';
import type { OpenedBase } from './plan-base.ts';

/** An environment on the base. */
export type BaseEnvironment =
  | {
      readonly type: 'planned';
      readonly workspace: Workspace;
      readonly environment: Environment;
      readonly desired: readonly Desired[];
    }
  /** The base does not have the environment, or any resource, so nothing can be pending there. */
  | { readonly type: 'absent'; readonly workspace?: Workspace; readonly fact: NoteFact }
  | { readonly type: 'broken'; readonly workspace?: Workspace; readonly fact: BrokenBase };

/** Reads the environment on the base as far as possible. */
export async function readBaseEnvironment(
  io: Io,
  { ref, head, read }: OpenedBase,
  name: string,
): Promise<BaseEnvironment> {
  if (head === 'none') {
    return { type: 'absent', fact: { code: 'base-new', ref } };
  }
  if ('problem' in head)
    return { type: 'broken', fact: { code: 'base-unreadable', problem: head.problem, ref } };
  const workspace = await read();
  const environment = workspace.environments.get(name);
  if (environment === undefined) {
    return { type: 'absent', workspace, fact: { code: 'base-lacks-environment', environment: name, ref } };
  }
  const { desired, diagnostics } = await lintEnvironment(io, workspace, name);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [error] = errors;
  // The first pull request of a new workspace adds its first resources.
  if (errors.every(({ rule }) => rule === 'no-resources') && error !== undefined)
    return { type: 'absent', workspace, fact: { code: 'base-lacks-resources', ref } };
  if (error === undefined) return { type: 'planned', workspace, environment, desired };
  const { lineColumn } = await import('../../../workspace/yaml/position.ts');
  const { source, start } = error.place;
  const { line, column } = lineColumn(source, start);
  const place = `${source.path}:${line}:${column}`;
  return { type: 'broken', workspace, fact: { code: 'base-invalid', finding: error.message, place, ref } };
}
