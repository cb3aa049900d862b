import { Command, Option } from 'commander';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { lintFiles } from './lint-files.ts';
import type { LintOptions } from './lint-request.ts';
import { addSelectionOptions, refuseSelection } from './lint-selection.ts';
import { parseDate } from '../../cli/parse-date.ts';
import {
  apiOptions,
  colorOption,
  environmentsOption,
  outputOption,
  workspaceOption,
} from '../../cli/options.ts';
import { findingsReport } from '../../workflow/lint/print-findings.ts';
import { formatOption } from '../../cli/reports.ts';
import { collect, wholeNumber, type RunCommand } from '../../cli/run-command.ts';

/** `lint --live`: not in the bundle of a hook (`bin/edgewright.js` starts the other one for it). */
type LintLive = (io: Io, options: LintOptions) => Promise<number>;

/** `lint`: one sentence for each mistake, at the exact key. Loads no HTTP, no server. */
export function lintCommand(run: RunCommand, lintLive?: LintLive): Command {
  const command = new Command('lint')
    .description('say what is wrong with the files, at the exact key, and fix it with --fix')
    .argument('[files...]', 'only findings in these files; the whole workspace is looked at all the same')
    .addOption(environmentsOption('check this environment only (default: all)'))
    .addOption(formatOption(findingsReport))
    .addOption(
      new Option(
        '--rule <id=severity>',
        'another severity for a rule: error, warn, info or off; may be repeated',
      ).argParser(collect),
    )
    .option('--fix', 'fix what can be fixed without a change of meaning')
    .option('--unsafe', 'with --fix: take suggestions too; read what they do')
    .option('--diff', 'with --fix: print the changes instead of making them')
    .addOption(
      new Option(
        '--base <ref>',
        'compare with where this work began on this git ref: what the API cannot undo, what got laxer',
      ),
    )
    .addOption(
      new Option('--now <time>', 'check certificates as of this date or RFC 3339 time').argParser(parseDate),
    )
    .option('--no-cache', 'check every file again, also one that has not changed since the last run')
    .option('--no-baseline', 'show what the baseline holds, too')
    .addOption(
      new Option('--max-warnings <number>', 'exit 1 when there are more warnings than this').argParser(
        wholeNumber,
      ),
    )
    .option('--quiet', 'errors only: no warnings, no info, and with --live no progress')
    .option('--new-only', 'insist on a baseline, and say nothing of what it holds too much')
    .addOption(colorOption())
    .addOption(workspaceOption())
    .addOption(outputOption())
    .option('--live', 'check what is live instead of the files, by the same rules; reads the API')
    .addOption(
      new Option(
        '--only <filter>',
        'with --live: only objects of this address (glob) or label=value; may be repeated',
      ).argParser(collect),
    );
  addSelectionOptions(command);
  // The ledger is only read here: its store need not be named, even in CI.
  for (const option of apiOptions())
    if (option.long !== '--ledger' && option.long !== '--quiet') command.addOption(option);
  return command.action(
    run((io, files: readonly string[], options: LintOptions) => lintEither(io, files, options, lintLive)),
  );
}

/** With `--live` HTTP is loaded, and only then. */
async function lintEither(
  io: Io,
  files: readonly string[],
  options: LintOptions,
  lintLive: LintLive | undefined,
): Promise<number> {
  refuseSelection(options, files);
  const live = ['only', 'local', 'fixture', 'profile'] as const;
  const ofFiles = ['fix', 'unsafe', 'diff', 'newOnly', 'base'] as const;
  if (options.live !== true) {
    const stray = live.find((name) => options[name] !== undefined);
    if (stray === undefined) return lintFiles(io, files, options);
    throw new UserError(exitCodes.usage, `--${stray} requires --live`);
  }
  const stray = ofFiles.find((name) => options[name] !== undefined);
  if (stray !== undefined || files.length > 0) {
    const what = stray === undefined ? 'files' : `--${stray === 'newOnly' ? 'new-only' : stray}`;
    throw new UserError(exitCodes.usage, `${what} cannot be used with --live`, {
      help: 'live objects have no files; `--only` selects objects',
    });
  }
  if (lintLive === undefined) throw new Error('this bundle has no `lint --live`');
  return lintLive(io, options);
}
