import { Command, Option } from 'commander';
import { exitCodes, UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import type { LintResult } from '../model/lint-result.ts';
import type { RuleSetting, SeveritySetting, Workspace } from '../model/workspace.ts';
import type { Base } from '../lint/rule.ts';
import { failureOf } from './failure-of.ts';
import { ledgersAtHand } from './ledgers-at-hand.ts';
import { moment } from './moment.ts';
import { chooseEnvironments, openWorkspace } from './open-workspace.ts';
import {
  colorOption,
  environmentsOption,
  outputOption,
  workspaceOption,
  type WorkspaceOptions,
} from './options.ts';
import { findingsPrinter, formatOption, type ReportOptions } from './print-findings.ts';
import { policiesOf } from './policies-of.ts';
import { collect, type RunCommand } from './run-command.ts';
import { writeResult } from './write-result.ts';

interface LintOptions extends WorkspaceOptions, ReportOptions {
  readonly env?: readonly string[];
  readonly rule?: readonly string[];
  readonly fix?: boolean;
  readonly unsafe?: boolean;
  readonly diff?: boolean;
  /** `--no-baseline` makes it false. */
  readonly baseline: boolean;
  readonly newOnly?: boolean;
  readonly base?: string;
  readonly now?: Date;
}

/** `lint`: one sentence for each mistake, at the exact key. Loads no HTTP, no server. */
export function lintCommand(run: RunCommand): Command {
  return new Command('lint')
    .description('say what is wrong with the files, at the exact key, and mend it with --fix')
    .argument('[files...]', 'only findings in these files; the whole workspace is looked at all the same')
    .addOption(environmentsOption('judge this environment only (default: all)'))
    .addOption(formatOption())
    .addOption(
      new Option(
        '--rule <id=severity>',
        'another severity for a rule: error, warn, info or off; may be repeated',
      ).argParser(collect),
    )
    .option('--fix', 'mend what can be mended without a change of meaning')
    .option('--unsafe', 'with --fix: take suggestions too; read what they do')
    .option('--diff', 'with --fix: print the changes instead of making them')
    .addOption(
      new Option(
        '--base <ref>',
        'compare with where this work began on this git ref: what the API cannot undo, what got laxer',
      ),
    )
    .addOption(
      new Option('--now <time>', 'judge certificates as of this date or RFC 3339 time').argParser(moment),
    )
    .option('--no-baseline', 'show what the baseline holds, too')
    .option('--new-only', 'insist on a baseline, and say nothing of what it holds too much')
    .addOption(colorOption())
    .addOption(workspaceOption())
    .addOption(outputOption())
    .action(run((io, files: readonly string[], options: LintOptions) => lintFiles(io, files, options)));
}

async function lintFiles(io: Io, files: readonly string[], options: LintOptions): Promise<number> {
  if (options.fix !== true && (options.unsafe === true || options.diff === true)) {
    throw new UserError(exitCodes.usage, `--${options.unsafe === true ? 'unsafe' : 'diff'} goes with --fix`);
  }
  if (options.newOnly === true && !options.baseline)
    throw new UserError(exitCodes.usage, '--new-only and --no-baseline do not go together');
  const print = findingsPrinter(io, options);
  const first = await openWorkspace(io, options);
  if (options.newOnly === true && first.baseline === undefined)
    throw (await import('./no-baseline.ts')).noBaseline(first.settings.lint.baseline);
  const workspace = options.fix === true ? await fixed(io, first, files, options) : first;
  if (workspace === undefined) return exitCodes.ok;
  const base = await baseFor(io, workspace, options);
  const result = await judge(io, workspace, files, options, base);
  await print(result);
  // The findings say so too, if they are not narrowed to other files.
  if (workspace.yaml.length === 0 && result.counts.error === 0)
    io.stderr('error: no resource file was found; see `resources:` in edgewright.yaml\n');
  const isEmpty = workspace.yaml.length === 0;
  return failureOf(result.diagnostics) ?? (isEmpty ? exitCodes.configuration : exitCodes.ok);
}

async function judge(
  io: Io,
  workspace: Workspace,
  files: readonly string[],
  options: LintOptions,
  base?: Base,
): Promise<LintResult> {
  const [{ compile }, { lint }, { rules }, { chosenFiles }] = await Promise.all([
    import('../compile/compile.ts'),
    import('../lint/lint.ts'),
    import('../lint/rules.gen.ts'),
    import('./chosen-files.ts'),
  ]);
  const environments = chooseEnvironments(workspace, options.env);
  const policies = await policiesOf(workspace);
  const known = new Set([...rules, ...policies.rules].map(({ id }) => id));
  const chosen = chosenFiles(io, workspace, files);
  return lint({
    workspace,
    compiled: new Map(environments.map(({ name }) => [name, compile(workspace, name)])),
    ledgers: await ledgersAtHand(io, workspace, environments),
    now: options.now ?? io.clock.now(),
    rules,
    policies,
    overriding: overriding(options.rule ?? [], known),
    baseline: !options.baseline ? 'ignore' : options.newOnly === true ? 'new-only' : 'hold',
    ...(chosen === undefined ? {} : { files: chosen }),
    ...(base === undefined ? {} : { base }),
  });
}

/** Nothing that is said against a base is mended, so fixes need not know it. */
async function baseFor(io: Io, workspace: Workspace, { base }: LintOptions): Promise<Base | undefined> {
  if (base === undefined) return undefined;
  return (await import('./lint-base.ts')).readBase(io, workspace, base);
}

/** Mends until nothing is left that can be; undefined when `--diff` only printed what would change. */
async function fixed(
  io: Io,
  workspace: Workspace,
  files: readonly string[],
  options: LintOptions,
): Promise<Workspace | undefined> {
  const { fixUntilQuiet } = await import('./fix-until-quiet.ts');
  const changed = await fixUntilQuiet(workspace, {
    safety: options.unsafe === true ? 'unsafe' : 'safe',
    judge: (current) => judge(io, current, files, options),
    reopen: (overlay) => openWorkspace(io, options, overlay),
  });
  if (options.diff === true) {
    const { fixDiff } = await import('../report/fix-diff.ts');
    const { sensitive } = await judge(io, workspace, files, options);
    writeResult(io, fixDiff(workspace.sources, changed, sensitive), options.output);
    return undefined;
  }
  const { replaceFile } = await import('./replace-file.ts');
  for (const [path, text] of changed) replaceFile(workspace.root, path, text);
  return changed.size === 0 ? workspace : openWorkspace(io, options);
}

const severities: readonly string[] = ['error', 'warn', 'info', 'off'];

function overriding(
  settings: readonly string[],
  known: ReadonlySet<string>,
): ReadonlyMap<string, RuleSetting> {
  return new Map(
    settings.map((setting) => {
      const [id = '', severity = ''] = setting.split('=');
      if (!known.has(id))
        throw new UserError(exitCodes.usage, `there is no rule \`${id}\``, {
          help: 'see `edgewright rules`',
        });
      if (!severities.includes(severity)) {
        throw new UserError(exitCodes.usage, `--rule \`${setting}\` names no severity`, {
          help: 'write it as `id=error`, `warn`, `info` or `off`',
        });
      }
      return [id, { severity: severity as SeveritySetting }];
    }),
  );
}
