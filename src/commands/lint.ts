import { Command, Option } from 'commander';
import { exitCodes, UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import type { LintResult } from '../model/lint-result.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Base } from '../lint/rule.ts';
import { failureOf } from './failure-of.ts';
import { ledgersAtHand } from './ledgers-at-hand.ts';
import { moment } from './moment.ts';
import { openForLint } from './open-for-lint.ts';
import { chooseEnvironments, openWorkspace } from './open-workspace.ts';
import {
  apiOptions,
  colorOption,
  environmentsOption,
  outputOption,
  workspaceOption,
  type ApiOptions,
  type WorkspaceOptions,
} from './options.ts';
import { findingsPrinter, formatOption, outputFiles, type ReportOptions } from './print-findings.ts';
import {
  addSelectionOptions,
  openSelection,
  refuseSelection,
  type SelectionOptions,
} from './lint-selection.ts';
import { policiesOf } from './policies-of.ts';
import { redirect } from './redirect.ts';
import { ruleSettings } from './rule-settings.ts';
import { collect, type RunCommand } from './run-command.ts';
import type { Selection } from './selection.ts';
import { writeResult } from './write-result.ts';

interface LintOptions extends WorkspaceOptions, ReportOptions, ApiOptions, SelectionOptions {
  readonly env?: readonly string[];
  readonly rule?: readonly string[];
  readonly fix?: boolean;
  readonly unsafe?: boolean;
  readonly diff?: boolean;
  /** `--no-baseline` makes it false. */
  readonly baseline: boolean;
  readonly newOnly?: boolean;
  /** `--no-cache` makes it false. */
  readonly cache: boolean;
  readonly base?: string;
  readonly now?: Date;
  readonly live?: boolean;
  readonly only?: readonly string[];
}

/** `lint`: one sentence for each mistake, at the exact key. Loads no HTTP, no server. */
export function lintCommand(run: RunCommand): Command {
  const command = new Command('lint')
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
    .option('--no-cache', 'judge every file anew, also one that has not changed since the last run')
    .option('--no-baseline', 'show what the baseline holds, too')
    .option('--new-only', 'insist on a baseline, and say nothing of what it holds too much')
    .addOption(colorOption())
    .addOption(workspaceOption())
    .addOption(outputOption())
    .option('--live', 'judge what is live instead of the files, by the same rules; reads the API')
    .addOption(
      new Option(
        '--only <filter>',
        'with --live: only objects of this address (glob) or label=value; may be repeated',
      ).argParser(collect),
    );
  addSelectionOptions(command);
  // The ledger is only read here: its store need not be named, even in CI.
  for (const option of apiOptions()) if (option.long !== '--ledger') command.addOption(option);
  return command.action(
    run((io, files: readonly string[], options: LintOptions) => lintEither(io, files, options)),
  );
}

/** With `--live` HTTP is loaded, and only then. */
async function lintEither(io: Io, files: readonly string[], options: LintOptions): Promise<number> {
  refuseSelection(options, files);
  const live = ['only', 'local', 'fixture', 'profile'] as const;
  const ofFiles = ['fix', 'unsafe', 'diff', 'newOnly', 'base'] as const;
  if (options.live !== true) {
    const stray = live.find((name) => options[name] !== undefined);
    if (stray === undefined) return lintFiles(io, files, options);
    throw new UserError(exitCodes.usage, `--${stray} goes with --live`);
  }
  const stray = ofFiles.find((name) => options[name] !== undefined);
  if (stray !== undefined || files.length > 0) {
    const what = stray === undefined ? 'files' : `--${stray === 'newOnly' ? 'new-only' : stray}`;
    throw new UserError(exitCodes.usage, `${what} and --live do not go together`, {
      help: 'what is live has no files; `--only` narrows it',
    });
  }
  const { lintLiveObjects } = await import('./lint-live.ts');
  return lintLiveObjects(io, options);
}

async function lintFiles(io: Io, files: readonly string[], options: LintOptions): Promise<number> {
  if (options.fix !== true && (options.unsafe === true || options.diff === true)) {
    throw new UserError(exitCodes.usage, `--${options.unsafe === true ? 'unsafe' : 'diff'} goes with --fix`);
  }
  if (options.newOnly === true && !options.baseline)
    throw new UserError(exitCodes.usage, '--new-only and --no-baseline do not go together');
  const once = (): Promise<number> => lintOnce(io, files, options);
  if (options.watch !== true) return once();
  return (await import('./lint-watch.ts')).watchLint(io, { options, outputs: outputFiles(options), once });
}

async function lintOnce(io: Io, files: readonly string[], options: LintOptions): Promise<number> {
  // With --stdin --fix the mended text has stdout for itself.
  const isFilter = options.stdin === true && options.fix === true && options.diff !== true;
  const print = findingsPrinter(isFilter ? redirect(io, { stdout: io.stderr }) : io, options);
  const quiet = redirect(io, { stderr: () => undefined });
  const selection = await openSelection(io, options, (before) => judgeAll(quiet, before, [], options));
  const look = lookAt(io, files, options, selection);
  const opening = isOfDisk(options) ? await openForLint(io, options, files) : undefined;
  if (opening?.last !== undefined) {
    await print(opening.last);
    return exitCodes.ok;
  }
  const first = opening === undefined ? await look.open() : await opening.read();
  if (options.newOnly === true && first.baseline === undefined)
    throw (await import('./no-baseline.ts')).noBaseline(first.settings.lint.baseline);
  const workspace = options.fix === true ? await fixed(look, first) : first;
  if (workspace === undefined) return exitCodes.ok;
  const base = await baseFor(io, workspace, options);
  const result = await judge(look, workspace, base);
  opening?.note(result, workspace);
  await print(result);
  // The findings say so too, if they are not narrowed to other files.
  if (workspace.yaml.length === 0 && result.counts.error === 0)
    io.stderr('error: no resource file was found; see `resources:` in edgewright.yaml\n');
  const isEmpty = workspace.yaml.length === 0;
  return failureOf(result.diagnostics) ?? (isEmpty ? exitCodes.configuration : exitCodes.ok);
}

/** Whether the files are judged as they lie there. Fixes, and what is compared with a commit, need every text. */
function isOfDisk({ fix, base, stdin, staged, changedSince }: LintOptions): boolean {
  return (
    fix !== true && base === undefined && stdin !== true && staged !== true && changedSince === undefined
  );
}

/** One look at the files: how they are read, and what is shown of what was found. */
interface Look {
  readonly io: Io;
  readonly files: readonly string[];
  readonly options: LintOptions;
  readonly selection: Selection;
  readonly open: (texts?: ReadonlyMap<string, string>) => Promise<Workspace>;
}

function lookAt(io: Io, files: readonly string[], options: LintOptions, selection: Selection): Look {
  const { overlay = new Map<string, string>(), files: ofGit } = selection;
  const open: Look['open'] = (texts = new Map()) =>
    openWorkspace(io, options, new Map([...overlay, ...texts]), ofGit);
  return { io, files, options, selection, open };
}

async function judge(
  { io, files, options, selection }: Look,
  workspace: Workspace,
  base?: Base,
): Promise<LintResult> {
  return selection.narrow(workspace, await judgeAll(io, workspace, files, options, base));
}

async function judgeAll(
  io: Io,
  workspace: Workspace,
  files: readonly string[],
  options: LintOptions,
  base?: Base,
): Promise<LintResult> {
  const [{ compileSettled }, { lint }, { rules }, { chosenFiles }] = await Promise.all([
    import('./settled-workspace.ts'),
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
    compiled: await compileSettled(
      workspace,
      environments.map(({ name }) => name),
    ),
    ledgers: await ledgersAtHand(io, workspace, environments),
    now: options.now ?? io.clock.now(),
    rules,
    policies,
    overriding: ruleSettings(options.rule ?? [], known),
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
async function fixed(look: Look, workspace: Workspace): Promise<Workspace | undefined> {
  const { io, options, selection } = look;
  const { fixUntilQuiet } = await import('./fix-until-quiet.ts');
  const changed = await fixUntilQuiet(workspace, {
    safety: options.unsafe === true ? 'unsafe' : 'safe',
    judge: (current) => judge(look, current),
    reopen: look.open,
  });
  if (options.diff === true) {
    const { fixDiff } = await import('../report/fix-diff.ts');
    const { sensitive } = await judge(look, workspace);
    writeResult(io, fixDiff(workspace.sources, changed, sensitive), options.output);
    return undefined;
  }
  if (selection.overlay !== undefined) {
    for (const [path, text] of selection.overlay) io.stdout(changed.get(path) ?? text);
    return look.open(changed);
  }
  const { replaceFile } = await import('./replace-file.ts');
  // A folder on the way could have become a link since it was read.
  const { refuseLinks } = await import('./refuse-links.ts');
  for (const path of changed.keys()) refuseLinks(workspace.root, path);
  for (const [path, text] of changed) replaceFile(workspace.root, path, text);
  return changed.size === 0 ? workspace : look.open();
}
