import { Command } from 'commander';
import { exitCodes } from '../../model/errors.ts';
import { beginWorkspace, chooseEnvironments } from '../../run/session/workspace/open-workspace.ts';
import {
  environmentsOption,
  ledgerOption,
  localOption,
  resultFormatOption,
  workspaceOption,
} from '../../run/cli/options.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { verb } from '../../run/cli/help.ts';
import type { LedgerFlags } from './ledger-seal.ts';

interface VerifyFlags extends Omit<LedgerFlags, 'env'> {
  readonly env?: readonly string[];
}

export function verifyLedgers(run: RunCommand): Command {
  return verb('verify', {
    description: 'check every text of the ledgers: checksums, journals, lineage, serials; writes nothing',
    examples: ['edgewright ledger verify', 'edgewright ledger verify --env production --format json'],
    exits: ['configuration', 'unsafe', 'settings'],
    options: [
      environmentsOption(),
      resultFormatOption(['text', 'json']),
      localOption('use the ledger of the built-in mock API'),
      ledgerOption(),
      workspaceOption(),
    ],
  }).action(
    run(async (io, options: VerifyFlags) => {
      const workspace = await beginWorkspace(io, options);
      const [{ checkLedger }, { forgottenEnvironments }, { ledgerCheckText }, { jsonText }] =
        await Promise.all([
          import('../../run/ledger/check-ledger.ts'),
          import('../../run/session/ledger/refuse-forgotten.ts'),
          import('../../report/ledger-check.ts'),
          import('../../report/text/json.ts'),
        ]);
      const checked = [];
      const chosen = chooseEnvironments(workspace, options.env);
      for (const environment of chosen) {
        const findings = await checkLedger(io, workspace, environment, options);
        checked.push({ environment: environment.name, findings });
      }
      const [first] = chosen;
      const forgotten = first === undefined ? [] : await forgottenEnvironments(io, workspace, first, options);
      for (const { environment, ...finding } of forgotten)
        checked.push({ environment, findings: [{ state: 'fail' as const, ...finding }] });
      io.stdout(options.format === 'json' ? jsonText(checked) : ledgerCheckText(checked));
      const isWhole = checked.every(({ findings }) => findings.every(({ state }) => state !== 'fail'));
      return isWhole ? exitCodes.ok : exitCodes.unsafe;
    }),
  );
}
