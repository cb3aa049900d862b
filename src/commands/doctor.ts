import { Command } from 'commander';
import { exitCodes } from '../model/errors.ts';
import {
  apiOptions,
  secretsOption,
  workspaceOption,
  type ApiOptions,
  type WorkspaceOptions,
} from './options.ts';
import type { RunCommand } from './run-command.ts';

export interface DoctorFlags extends WorkspaceOptions, ApiOptions {
  readonly secretsDir?: string;
}

/** `doctor`: what is wrong with my set-up. */
export function doctorCommand(run: RunCommand): Command {
  const command = new Command('doctor')
    .description('check the set-up: Node, workspace, ledgers, secrets, the API; and say what we assume of it')
    .addOption(secretsOption())
    .addOption(workspaceOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.action(
    run(async (io, options: DoctorFlags) => {
      const { examine } = await import('./examine.ts');
      const findings = await examine(io, options);
      for (const { state, text, help } of findings) {
        io.stdout(`${state.padEnd(4)}  ${text}\n`);
        if (help !== undefined) io.stdout(`      ${help}\n`);
      }
      const failed = findings.filter(({ state }) => state === 'fail');
      io.stdout(failed.length === 0 ? '\nnothing is in the way\n' : `\n${failed.length} in the way\n`);
      return failed[0]?.exitCode ?? exitCodes.ok;
    }),
  );
}
