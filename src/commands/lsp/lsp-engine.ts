import { setImmediate as nextTurn } from 'node:timers/promises';
import { editorSchemas } from '../../derive/schema/schema-files.ts';
import { lint } from '../../lint/engine/lint.ts';
import { rules } from '../../lint/rules.ts';
import type { Analysis, Engine, Overlay, Unreadable } from '../../lsp/engine.ts';
import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { version } from '../../version.ts';
import { findRoot } from '../../workspace/files/find-root.ts';
import { withOpenFilesAgain } from '../../workspace/documents/reread-file.ts';
import { loadWorkspace } from '../../workspace/load-workspace.ts';
import { compileEach } from '../../workspace/compile/compile.ts';
import { fixUntilQuiet } from '../../run/lint/fix-until-quiet.ts';
import { ledgersAtHand } from '../../run/session/ledger/ledgers-at-hand.ts';
import { checkedPolicies } from '../../run/session/workspace/policies-of.ts';
import { redirect } from '../../run/cli/redirect-io.ts';

/**
 * The stages of `lint`, as the language server runs them, in parts between which the server responds; unfinished work
 * is dropped on further typing. The workspace is read and checked as a whole after each change.
 */
export function createEngine(io: Io): Engine {
  // Some editors show output on stderr as a failure of the server, so notes of `lint` are dropped.
  const quiet = redirect(io, { stderr: () => undefined });
  return {
    version,
    rules,
    schemas: editorSchemas(Object.fromEntries(rules.map(({ id, summary }) => [id, summary]))),
    rootOf,
    clean: io.secrets?.clean ?? String,
    analyse: (root, overlay, isCurrent) => orUnreadable(() => analyse(quiet, { root, overlay, isCurrent })),
    withOpenFilesAgain: (analysis, path, overlay) => {
      const workspace = withOpenFilesAgain(analysis.workspace, path, overlay);
      return workspace === undefined ? undefined : { ...analysis, workspace };
    },
    formatted: async (workspace, source, role) => {
      const { formatFile } = await import('../../run/format-file.ts');
      return formatFile(workspace, source, role);
    },
    fixed: (root, overlay, path) => fixed(quiet, root, overlay, path),
  };
}

function rootOf(folder: string): string | undefined {
  try {
    return findRoot(folder);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

async function orUnreadable<Found>(work: () => Promise<Found>): Promise<Found | Unreadable> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { message: error.message, help: error.help };
  }
}

interface AnalysisJob {
  readonly root: string;
  readonly overlay: Overlay;
  readonly isCurrent: () => boolean;
}

async function analyse(io: Io, { root, overlay, isCurrent }: AnalysisJob): Promise<Analysis | undefined> {
  const workspace = loadWorkspace({ from: root, overlay, env: io.env });
  const ledgers = await ledgersAtHand(io, workspace, [...workspace.environments.values()]);
  await nextTurn();
  if (!isCurrent()) return undefined;
  const result = await check(io, workspace, ledgers);
  const ledgerAddresses = [...ledgers.values()].flatMap(({ resources }) => Object.keys(resources));
  return { workspace, result, ledgerAddresses: [...new Set(ledgerAddresses)].sort() };
}

async function check(
  io: Io,
  workspace: Workspace,
  ledgers: Awaited<ReturnType<typeof ledgersAtHand>>,
): Promise<LintResult> {
  const compiled = compileEach(workspace, [...workspace.environments.keys()]);
  const policies = await checkedPolicies(workspace);
  return lint({ workspace, compiled, ledgers, now: io.clock.now(), rules, policies });
}

async function fixed(io: Io, root: string, overlay: Overlay, path: string): Promise<string | undefined> {
  const reopen = (more: Overlay): Promise<Workspace> =>
    Promise.resolve(loadWorkspace({ from: root, overlay: new Map([...overlay, ...more]), env: io.env }));
  const { texts } = await fixUntilQuiet(await reopen(new Map()), {
    safety: 'safe',
    check: async (workspace) => {
      const result = await check(io, workspace, new Map());
      const diagnostics = result.diagnostics.filter(({ place }) => place.source.path === path);
      return { ...result, diagnostics };
    },
    reopen,
  });
  return texts.get(path);
}
