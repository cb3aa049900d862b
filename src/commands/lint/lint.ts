import { Command, Option } from 'commander';
import {
  apiOptions,
  colorOption,
  environmentsOption,
  outputOption,
  workspaceOption,
} from '../../run/cli/options.ts';
import { firstGiven } from '../../run/cli/first-given.ts';
import { formatOption, outputFiles } from '../../run/cli/reports.ts';
import { type RunCommand } from '../../run/cli/run-command.ts';
import { fixFiles, printPatch } from './fix-files.ts';
import type { Base } from '../../lint/rule.ts';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { failureOf } from '../../run/session/ledger/failure-of.ts';
import { findingsReport, shownOf, tooManyWarnings } from '../../run/lint/limit-findings.ts';
import { lintAll } from '../../run/lint/lint-all.ts';
import { collect, wholeNumber } from '../../run/cli/option-values.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { redirect } from '../../run/cli/redirect-io.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { findingsPrinter } from '../../run/lint/findings-printer.ts';
import type { LintOptions } from './lint-options.ts';
import { addSelectionOptions, openSelection, refuseSelection } from './lint-selection.ts';
import { lintRequest, lintSelected } from './lint-request.ts';
import { verb } from '../../run/cli/verb.ts';

/** `lint`: reports each mistake once, at the exact key. Loads neither HTTP client nor server. */
export function lintCommand(run: RunCommand): Command {
  const command = verb('lint', {
    group: 'check',
    summary: 'find mistakes in the files, and fix them with --fix',
    description: 'find mistakes in the files, at the exact key, and fix them with --fix',
    examples: ['edgewright lint --fix', 'edgewright lint --changed-since origin/main --format github'],
    exits: ['configuration', 'unsafe', 'unreachable', 'credential', 'settings'],
  })
    .argument(
      '[files...]',
      'files whose findings are reported (default: all); the whole workspace is checked in any case',
    )
    .addOption(environmentsOption())
    .addOption(workspaceOption())
    .optionsGroup(optionGroups.selection)
    .option('--live', 'check the live objects by the same rules instead of the files; reads the API')
    .addOption(
      new Option(
        '--only <filter>',
        'address (glob) or label=value of the objects to check; requires --live; may be repeated',
      ).argParser(collect),
    )
    .optionsGroup(optionGroups.checks)
    .addOption(
      new Option(
        '--rule <id=severity>',
        'severity of a rule in this run: error, warn, info or off; may be repeated',
      ).argParser(collect),
    )
    .addOption(
      new Option('--base <ref>', 'git ref to compare with, from its merge base, for rules about changes'),
    )
    .addOption(
      new Option('--now <time>', 'date or RFC 3339 time as of which certificates are checked').argParser(
        parseDate,
      ),
    )
    .addOption(new Option('--max-warnings <number>', 'most warnings without exit 1').argParser(wholeNumber))
    .option('--no-baseline', 'report findings that are recorded in the baseline, too')
    .option(
      '--new-only',
      'report new findings only: requires a baseline, and does not report its stale entries',
    )
    .optionsGroup(optionGroups.fixes)
    .option('--fix', 'make the safe fixes: those that do not change the meaning')
    .option(
      '--unsafe',
      'make the suggested fixes, too; requires --fix (danger: they may change the meaning; review them)',
    )
    .option('--diff', 'print the fixes as a patch, and write no file; requires --fix')
    .addOption(formatOption(findingsReport))
    .addOption(outputOption())
    .addOption(colorOption())
    .optionsGroup(optionGroups.output)
    .option('--quiet', 'report errors only: no warnings, no info, and with --live no progress');
  addSelectionOptions(command);
  // Lint only reads the ledger, so its store need not be given, even in CI.
  for (const option of apiOptions())
    if (option.long !== '--ledger' && option.long !== '--quiet') command.addOption(option);
  return command.action(
    run((io, files: readonly string[], options: LintOptions) => lintEither(io, files, options)),
  );
}

/** Loads the HTTP client only with `--live`. */
async function lintEither(io: Io, files: readonly string[], options: LintOptions): Promise<number> {
  refuseSelection(options, files);
  if (options.live !== true) {
    const unfit = firstGiven(options, ['only', 'local', 'fixture', 'profile']);
    if (unfit === undefined) return lintFiles(io, files, options);
    throw usageError(`${unfit} requires --live`);
  }
  const unfit = firstGiven(options, ['fix', 'unsafe', 'diff', 'newOnly', 'base']);
  if (unfit !== undefined || files.length > 0) {
    throw usageError(
      `${unfit ?? 'files'} cannot be used with --live`,
      'live objects have no files; `--only` selects objects',
    );
  }
  return (await import('./lint-live.ts')).lintLiveObjects(io, options);
}

/** `lint` for files: once, or after every change. */
async function lintFiles(io: Io, files: readonly string[], options: LintOptions): Promise<number> {
  if (options.fix !== true && (options.unsafe === true || options.diff === true)) {
    throw usageError(`--${options.unsafe === true ? 'unsafe' : 'diff'} requires --fix`);
  }
  if (options.newOnly === true && !options.baseline)
    throw usageError('--new-only and --no-baseline do not go together');
  const once = (): Promise<number> => lintOnce(io, files, options);
  if (options.watch !== true) return once();
  const { watchFiles } = await import('../../run/session/workspace/watch-files.ts');
  return watchFiles(io, { options, outputs: outputFiles(options), once });
}

async function lintOnce(io: Io, files: readonly string[], options: LintOptions): Promise<number> {
  // With --stdin --fix, stdout has only the fixed text.
  const isFilter = options.stdin === true && options.fix === true && options.diff !== true;
  const print = findingsPrinter(isFilter ? redirect(io, { stdout: io.stderr }) : io, options);
  const quiet = redirect(io, { stderr: () => undefined });
  const selection = await openSelection(io, options, (before) =>
    lintAll(quiet, before, { files: [], checks: options }),
  );
  const look = lintRequest({ io, files, options, selection });
  const first = await look.open();
  if (options.newOnly === true && first.baseline === undefined)
    throw (await import('../../run/lint/lint-workspace.ts')).noBaseline(first.settings.lint.baseline);
  if (options.fix === true && options.diff === true) return printPatch(look, first);
  const workspace = options.fix === true ? await fixFiles(look, first) : first;
  const base = await baseFor(io, workspace, options);
  const result = await lintSelected(look, workspace, base);
  await print(shownOf(result, options));
  const excess = tooManyWarnings(io, result, options);
  const isEmpty = workspace.yaml.length + workspace.resources.length === 0;
  // A finding says so too, unless the findings are limited to other files.
  if (isEmpty && result.counts.error === 0)
    io.stderr('error: no resource file was found; see `resources:` in edgewright.yaml\n');
  return failureOf(result.diagnostics) ?? excess ?? (isEmpty ? exitCodes.configuration : exitCodes.ok);
}

/** The base, read after fixing: findings that come from it have no fixes. */
async function baseFor(io: Io, workspace: Workspace, { base }: LintOptions): Promise<Base | undefined> {
  if (base === undefined) return undefined;
  return (await import('../../run/lint/lint-base.ts')).readBase(io, workspace, base);
}

const form = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** An option value that is a time: a date, meaning midnight UTC, or RFC 3339. */
function parseDate(text: string): Date {
  const [, day, time] = form.exec(text) ?? [];
  const date = new Date(time === undefined ? `${day ?? ''}T00:00:00Z` : text);
  // `Date` would accept a day that the month does not have as one of the next month.
  const midnight = new Date(`${day ?? ''}T00:00:00Z`);
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day ?? '?');
  if (isDay && !Number.isNaN(date.getTime())) return date;
  throw usageError(
    `\`${text}\` is not a valid time`,
    'write a date (`2026-01-31`) or a time with its zone (`2026-01-31T12:00:00Z`)',
  );
}
