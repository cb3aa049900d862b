import { setImmediate as nextTurn } from 'node:timers/promises';
import { editorSchemas } from '../../derive/schema/schema-files.ts';
import { lint } from '../../lint/engine/lint.ts';
import { rules } from '../../lint/rules.ts';
import { compileReleased, readReleased } from '../../run/lint-cache/read-released.ts';
import { fileStats } from '../../run/lint-cache/file-stats.ts';
import { createLiveFiles, type LiveFiles } from '../../run/lint-cache/live-files.ts';
import type { Analysis, Engine, Overlay, Unreadable } from '../../lsp/engine.ts';
import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Workspace } from '../../model/workspace.ts';
import { version } from '../../version.ts';
import { findRoot } from '../../workspace/files/find-root.ts';
import { withOpenFilesAgain } from '../../workspace/documents/reread-file.ts';
import { loadWorkspace, openWorkspaceFiles } from '../../workspace/load-workspace.ts';
import type { OpenedWorkspace } from '../../workspace/open-tree.ts';
import { fixUntilQuiet } from '../../run/lint/fix-until-quiet.ts';
import { ledgersAtHand } from '../../run/session/ledger/ledgers-at-hand.ts';
import { checkedPolicies } from '../../run/session/workspace/policies-of.ts';
import { redirect } from '../../run/cli/reports.ts';

/**
 * The stages of `lint`, as the language server runs them, in parts between which the server responds; unfinished work
 * is dropped on further typing. A small workspace is read and checked as a whole after each change. In a big one, files
 * without findings are released as in `lint`, since the trees of all files do not fit into memory.
 */
export function createEngine(io: Io): Engine {
  // Some editors show output on stderr as a failure of the server, so notes of `lint` are dropped.
  const quiet = redirect(io, { stderr: () => undefined });
  /** The big workspaces that are being read, or will be again because a text has changed meanwhile. */
  const reading = new Map<string, OpenedWorkspace>();
  const lives = new Map<string, LiveFiles>();
  const liveOf = (root: string): LiveFiles => {
    const live = lives.get(root) ?? createLiveFiles();
    lives.set(root, live);
    return live;
  };
  return {
    version,
    rules,
    schemas: editorSchemas(Object.fromEntries(rules.map(({ id, summary }) => [id, summary]))),
    rootOf,
    clean: io.secrets?.clean ?? String,
    analyse: async (root, overlay, isCurrent) => {
      const begin = (opened: OpenedWorkspace): void => void reading.set(root, opened);
      const asked = { root, overlay, live: liveOf(root), begin, isCurrent };
      const found = await orUnreadable(() => analyse(quiet, asked));
      if (found !== undefined) reading.delete(root);
      return found;
    },
    withOpenFilesAgain: (analysis, path, overlay) => {
      const isBig = analysis.workspace.compiledFor !== undefined;
      const workspace = isBig ? withOpenFilesAgain(analysis.workspace, path, overlay) : undefined;
      return workspace === undefined ? undefined : { ...analysis, workspace };
    },
    openFilesAlone: (root, path, overlay) => {
      const workspace = reading.get(root)?.readAlone(overlay);
      const isRead = workspace?.yaml.some(({ source }) => source.path === path) === true;
      return isRead ? { workspace, result: nothingFound, ledgerAddresses: [] } : undefined;
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
  readonly live: LiveFiles;
  /** Called before a big workspace is read. */
  readonly begin: (opened: OpenedWorkspace) => void;
  readonly isCurrent: () => boolean;
}

const nothingFound: LintResult = {
  diagnostics: [],
  suppressed: 0,
  baselined: 0,
  counts: { error: 0, warn: 0, info: 0 },
  fixable: { safe: 0, unsafe: 0 },
  files: 0,
  sensitive: new Map(),
};

async function analyse(io: Io, asked: AnalysisJob): Promise<Analysis | undefined> {
  const workspace = await read(io, asked);
  if (workspace === undefined) return undefined;
  const ledgers = await ledgersAtHand(io, workspace, [...workspace.environments.values()]);
  await nextTurn();
  if (!asked.isCurrent()) return undefined;
  const result = await check(io, workspace, ledgers);
  const ledgerAddresses = [...ledgers.values()].flatMap(({ resources }) => Object.keys(resources));
  return { workspace, result, ledgerAddresses: [...new Set(ledgerAddresses)].sort() };
}

async function read(
  io: Io,
  { root, overlay, live, begin, isCurrent }: AnalysisJob,
): Promise<Workspace | undefined> {
  const opened = openWorkspaceFiles({ from: root, overlay, env: io.env });
  if (!opened.isBig()) return opened.read();
  begin(opened);
  const now = io.clock.now();
  const policies = await checkedPolicies(opened);
  const checks = {
    environments: [...opened.environments.keys()],
    rules,
    policies,
    now,
    isOpen: (path: string) => overlay.has(path),
    turn: async () => {
      await nextTurn();
      return isCurrent();
    },
  };
  const about = { head: opened, paths: opened.resourceFiles(), stats: fileStats(root), overlay, now };
  const workspace = await readReleased(opened, checks, live.forCheck(about));
  return workspace === undefined && isCurrent() ? opened.read() : workspace;
}

async function check(
  io: Io,
  workspace: Workspace,
  ledgers: Awaited<ReturnType<typeof ledgersAtHand>>,
): Promise<LintResult> {
  const compiled = compileReleased(workspace, [...workspace.environments.keys()]);
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
