import { Command } from 'commander';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import { verb } from '../../run/cli/help.ts';
import {
  environmentOption,
  ledgerOption,
  localOption,
  resultFormatOption,
  workspaceOption,
  type WorkspaceOptions,
} from '../../run/cli/options.ts';
import { exitCodes, usageError } from '../../model/errors.ts';
import { chooseEnvironment, openWorkspace } from '../../run/session/workspace/open-workspace.ts';

export function sealLedgerCommand(run: RunCommand): Command {
  return verb('seal', {
    description: 'seal a ledger with EDGEWRIGHT_PLAN_KEY; from then on one without that seal is refused',
    examples: [
      'edgewright ledger seal --env production',
      'edgewright ledger seal --env production --ledger file',
    ],
    exits: ['configuration', 'unsafe', 'usage', 'settings'],
    options: [environmentOption(), ledgerOption(), workspaceOption()],
  }).action(
    run(async (io, options: LedgerFlags) => {
      const workspace = await openWorkspace(io, options);
      const { name } = chooseEnvironment(workspace, options.env);
      const [{ openStore }, { runAbout }, { planKey }] = await Promise.all([
        import('../../run/session/ledger/open-ledger-store.ts'),
        import('../../run/session/ledger/run-about.ts'),
        import('../../run/session/saved-plans.ts'),
      ]);
      if (planKey(io) === undefined)
        throw usageError(
          'EDGEWRIGHT_PLAN_KEY is not set',
          'make a key with `openssl rand -hex 32` and keep it where your secrets are',
        );
      const store = await openStore(io, workspace, options);
      const { serial, resources } = await store.seal(name, await runAbout(io, 'ledger seal', workspace.root));
      const count = Object.keys(resources).length;
      const list = commandLine(['ledger', 'list', '--env', name], options);
      io.stdout(
        `The ledger of \`${name}\` is sealed as serial ${serial}, with what it had: ${count} ${count === 1 ? 'object' : 'objects'}; check \`${list}\`\n`,
      );
      return exitCodes.ok;
    }),
  );
}

export function logLedger(run: RunCommand): Command {
  return verb('log', {
    description: 'show who applied what, when, and from which commit, newest first',
    examples: [
      'edgewright ledger log --env production',
      'edgewright ledger log --env production --format json',
    ],
    exits: ['configuration', 'unsafe', 'settings'],
    options: [
      environmentOption(),
      resultFormatOption(['text', 'json']),
      localOption('use the ledger of the built-in mock API'),
      ledgerOption(),
      workspaceOption(),
    ],
  }).action(
    run(async (io, options: LedgerFlags) => {
      const workspace = await openWorkspace(io, options);
      const environment = chooseEnvironment(workspace, options.env);
      const [{ openStore }, { jsonText }, { ledgerLogText }] = await Promise.all([
        import('../../run/session/ledger/open-ledger-store.ts'),
        import('../../report/text/json.ts'),
        import('../../report/ledger-log.ts'),
      ]);
      const store = await openStore(io, workspace, options);
      const entries = await store.history(environment.name);
      if (options.format === 'json') io.stdout(jsonText(entries));
      else if (entries.length > 0) io.stdout(ledgerLogText(entries));
      else io.stdout(`No run has recorded anything in the ledger of ${environment.name}.\n`);
      return exitCodes.ok;
    }),
  );
}

export function initLedger(run: RunCommand): Command {
  return verb('init', {
    description: 'create an empty ledger for an environment that has none',
    examples: ['edgewright ledger init --env production', 'edgewright ledger init --env staging'],
    exits: ['configuration', 'unsafe', 'settings'],
    options: [environmentOption(), ledgerOption(), workspaceOption()],
  }).action(
    run(async (io, options: LedgerFlags) => {
      const workspace = await openWorkspace(io, options);
      const { name } = chooseEnvironment(workspace, options.env);
      const [{ createLedger }, { ledgerSettings }, { whoReads }, { writeLedgerIgnore }] = await Promise.all([
        import('../../run/session/ledger/open-ledger-store.ts'),
        import('../../run/session/ledger/ledger-settings.ts'),
        import('../../run/session/ledger/ledger-settings.ts'),
        import('../../run/session/ledger/ledger-settings.ts'),
      ]);
      const { root } = workspace;
      const settings = ledgerSettings(workspace);
      const shown = await createLedger(io, { root, environment: name, settings, options });
      io.stdout(`\`${name}\` has an empty ledger now: ${shown}\n`);
      const readers = whoReads(settings);
      if (readers !== undefined)
        io.stderr(`note: ${readers}; \`remote:\` under \`ledger:\` names another repository\n`);
      if (settings.store === 'file') writeLedgerIgnore(root);
      return exitCodes.ok;
    }),
  );
}

/** The options of commands that only read or create the ledger file. */
export interface LedgerFlags extends WorkspaceOptions {
  readonly env?: string;
  readonly ledger?: 'file';
  readonly local?: boolean;
  readonly format?: 'text' | 'yaml' | 'json' | 'routes';
}
