import { exitCodeOfAll } from '../../model/exit-codes.ts';
import { Command } from 'commander';
import { apiOptions, secretsOption, workspaceOption } from '../../run/cli/options.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import type { DoctorFlags } from './ledger-findings.ts';
import { apiExits, verb } from '../../run/cli/verb.ts';

/** `doctor`: checks the set-up. */
export function doctorCommand(run: RunCommand): Command {
  return verb('doctor', {
    group: 'operate',
    summary: 'check the set-up: workspace, secrets, ledgers, API',
    description: 'check the set-up: workspace, secrets, ledgers, the API and what is assumed of it',
    examples: ['edgewright doctor', 'edgewright doctor --local'],
    exits: ['unknown', ...apiExits],
    options: [secretsOption(), workspaceOption(), ...apiOptions()],
  }).action(
    run(async (io, options: DoctorFlags) => {
      const [{ examine }, { doctorText }] = await Promise.all([
        import('./examine.ts'),
        import('../../report/doctor-text.ts'),
      ]);
      const findings = await examine(io, options);
      io.stdout(doctorText(findings, io.stdoutIsTerminal ? io.columns : Infinity));
      return exitCodeOfAll(findings.flatMap(({ exitCode }) => exitCode ?? []));
    }),
  );
}
