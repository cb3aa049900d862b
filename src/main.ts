import type { Verbs } from './program.ts';
import { openCommandLine } from './start.ts';

/**
 * All commands, in the order of `--help`, group by group. A command file has options and a body; the body imports the
 * stages it needs, so that a run loads only the code it uses (lint loads neither HTTP client nor server), and only its
 * own command.
 */
export const verbs: Verbs = {
  init: async () => {
    const { initCommand } = await import('./commands/init/init.ts');
    return (run) =>
      initCommand(run, async (io, options) =>
        (await import('./commands/pull/pull-objects.ts')).pullObjects(io, [], options),
      );
  },
  pull: async () => (await import('./commands/pull/pull.ts')).pullCommand,
  fmt: async () => (await import('./commands/fmt.ts')).fmtCommand,
  schema: async () => (await import('./commands/schema/schema.ts')).schemaCommand,
  lsp: async () => (await import('./commands/lsp/lsp.ts')).lspCommand,
  lint: async () => (await import('./commands/lint/lint.ts')).lintCommand,
  explain: async () => {
    const { explainCommand } = await import('./commands/explain.ts');
    return (run) => explainCommand(run, Object.keys(verbs));
  },
  rules: async () => (await import('./commands/rules.ts')).rulesCommand,
  test: async () => (await import('./commands/test/test.ts')).testCommand,
  dev: async () => (await import('./commands/dev/dev.ts')).devCommand,
  baseline: async () => (await import('./commands/baseline/baseline.ts')).baselineCommand,
  compile: async () => (await import('./commands/compile.ts')).compileCommand,
  plan: async () => (await import('./commands/plan/plan.ts')).planCommand,
  approve: async () => (await import('./commands/approve/approve.ts')).approveCommand,
  comment: async () => (await import('./commands/comment/comment.ts')).commentCommand,
  trace: async () => (await import('./commands/trace/trace.ts')).traceCommand,
  graph: async () => (await import('./commands/graph/graph.ts')).graphCommand,
  snapshot: async () => (await import('./commands/snapshot/snapshot.ts')).snapshotCommand,
  apply: async () => (await import('./commands/apply/apply.ts')).applyCommand,
  resolve: async () => (await import('./commands/resolve/resolve.ts')).resolveCommand,
  drift: async () => (await import('./commands/drift/drift.ts')).driftCommand,
  ledger: async () => (await import('./commands/ledger/ledger.ts')).ledgerCommand,
  doctor: async () => (await import('./commands/doctor/doctor.ts')).doctorCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  completion: async () => {
    const { completionCommand } = await import('./commands/completion/completion.ts');
    return (run) =>
      completionCommand(run, {
        names: Object.keys(verbs),
        build: async (name) => (Object.hasOwn(verbs, name) ? (await verbs[name]?.())?.(run) : undefined),
      });
  },
};

export const { main, run } = openCommandLine(verbs);

/** Loaded by dist/library/, so that the library and the command line are one bundle. */
export * as library from './package/library/library.ts';
