import type { Compiled } from '../../model/desired.ts';
import { compileInSteps } from '../../compile/compile.ts';
import { editorSchemas } from '../../derive/schema/schema-files.ts';
import { lintInSteps } from '../../lint/engine/lint.ts';
import { rules } from '../../lint/rules.gen.ts';
import type { Analysis, Engine, Overlay, Pace, Unreadable } from '../../lsp/engine.ts';
import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Workspace } from '../../model/workspace.ts';
import { version } from '../../version.ts';
import { findRoot } from '../../workspace/files/find-root.ts';
import { openWorkspaceFiles } from '../../workspace/load-workspace.ts';
import { fixUntilQuiet } from '../../workflow/lint/fix-until-quiet.ts';
import { ledgersAtHand } from '../../session/ledger/ledgers-at-hand.ts';
import { checkedPolicies } from '../../session/workspace/policies-of.ts';
import { redirect } from '../../cli/redirect.ts';

/**
 * The stages of `lint`, as the language server runs them. Everything is read and checked again after each change: 1,000
 * files take about 150 ms, in steps between which the server responds, and unfinished work is dropped on further
 * typing. A document cache would save a third of that, but could be wrong.
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
    analyse: (root, overlay, pace) => orUnreadable(() => analyse(quiet, root, overlay, pace)),
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

async function orUnreadable(work: () => Promise<Analysis>): Promise<Analysis | Unreadable> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { message: error.message, help: error.help };
  }
}

async function analyse(io: Io, root: string, overlay: Overlay, pace: Pace): Promise<Analysis> {
  const workspace = await pace(openWorkspaceFiles({ from: root, overlay }).read());
  const ledgers = await ledgersAtHand(io, workspace, [...workspace.environments.values()]);
  const result = await check(io, workspace, pace, ledgers);
  const ledgerAddresses = [...ledgers.values()].flatMap(({ resources }) => Object.keys(resources));
  return { workspace, result, ledgerAddresses: [...new Set(ledgerAddresses)].sort() };
}

async function check(
  io: Io,
  workspace: Workspace,
  pace: Pace,
  ledgers: Awaited<ReturnType<typeof ledgersAtHand>>,
): Promise<LintResult> {
  const compiled = new Map<string, Compiled>();
  for (const name of workspace.environments.keys())
    compiled.set(name, await pace(compileInSteps(workspace, name)));
  const policies = await checkedPolicies(workspace);
  return pace(lintInSteps({ workspace, compiled, ledgers, now: io.clock.now(), rules, policies }));
}

async function fixed(io: Io, root: string, overlay: Overlay, path: string): Promise<string | undefined> {
  const atOnce: Pace = (steps) => {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return Promise.resolve(step.value);
    }
  };
  const reopen = (more: Overlay): Promise<Workspace> =>
    atOnce(openWorkspaceFiles({ from: root, overlay: new Map([...overlay, ...more]) }).read());
  const { texts } = await fixUntilQuiet(await reopen(new Map()), {
    safety: 'safe',
    check: async (workspace) => {
      const result = await check(io, workspace, atOnce, new Map());
      const diagnostics = result.diagnostics.filter(({ place }) => place.source.path === path);
      return { ...result, diagnostics };
    },
    reopen,
  });
  return texts.get(path);
}
