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
      const { examine } = await import('./examine.ts');
      const findings = await examine(io, options);
      const width = Math.max(4, ...findings.map(({ state }) => state.length));
      const space = ' '.repeat(width + 2);
      for (const { state, text, help, script } of findings) {
        io.stdout(`${state.padEnd(width)}  ${text}\n`);
        if (help !== undefined) io.stdout(`${space}${help}\n`);
        if (script !== undefined) io.stdout(`${script.replaceAll(/^/gm, space)}\n`);
      }
      const failed = findings.filter(({ exitCode }) => exitCode !== undefined);
      io.stdout(failed.length === 0 ? '\nnothing is in the way\n' : `\n${failed.length} in the way\n`);
      return exitCodeOfAll(failed.flatMap(({ exitCode }) => exitCode ?? []));
    }),
  );
}
