import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Base } from '../../lint/rule.ts';
import { failureOf } from '../../session/ledger/failure-of.ts';
import { shownOf, tooManyWarnings } from '../../workflow/lint/limit-findings.ts';
import { lintAll } from '../../workflow/lint/lint-all.ts';
import { lintSelected, lintRequest, type LintOptions } from './lint-request.ts';
import { openSelection } from './lint-selection.ts';
import { fixFiles } from './fix-files.ts';
import { openForLint } from '../../workflow/lint/open-for-lint.ts';
import { findingsPrinter } from '../../workflow/lint/print-findings.ts';
import { redirect } from '../../cli/redirect.ts';
import { outputFiles } from '../../cli/reports.ts';

/** `lint` for files: once, or after every change. */
export async function lintFiles(io: Io, files: readonly string[], options: LintOptions): Promise<number> {
  if (options.fix !== true && (options.unsafe === true || options.diff === true)) {
    throw new UserError(exitCodes.usage, `--${options.unsafe === true ? 'unsafe' : 'diff'} requires --fix`);
  }
  if (options.newOnly === true && !options.baseline)
    throw new UserError(exitCodes.usage, '--new-only and --no-baseline do not go together');
  const once = (): Promise<number> => lintOnce(io, files, options);
  if (options.watch !== true) return once();
  return (await import('./lint-watch.ts')).watchLint(io, { options, outputs: outputFiles(options), once });
}

async function lintOnce(io: Io, files: readonly string[], options: LintOptions): Promise<number> {
  // With --stdin --fix, stdout has only the fixed text.
  const isFilter = options.stdin === true && options.fix === true && options.diff !== true;
  const print = findingsPrinter(isFilter ? redirect(io, { stdout: io.stderr }) : io, options);
  const quiet = redirect(io, { stderr: () => undefined });
  const selection = await openSelection(io, options, (before) => lintAll(quiet, before, [], options));
  const look = lintRequest(io, files, options, selection);
  const opening = isOfDisk(options) ? await openForLint(io, options) : undefined;
  const first = opening === undefined ? await look.open() : await opening.read();
  if (options.newOnly === true && first.baseline === undefined)
    throw (await import('../../workflow/lint/no-baseline.ts')).noBaseline(first.settings.lint.baseline);
  const workspace = options.fix === true ? await fixFiles(look, first) : first;
  if (typeof workspace === 'number') return workspace;
  const base = await baseFor(io, workspace, options);
  const result = await lintSelected(look, workspace, base);
  opening?.keep(workspace);
  await print(shownOf(result, options));
  const excess = tooManyWarnings(io, result, options);
  const isEmpty = workspace.yaml.length + workspace.resources.length === 0;
  // A finding says so too, unless the findings are limited to other files.
  if (isEmpty && result.counts.error === 0)
    io.stderr('error: no resource file was found; see `resources:` in edgewright.yaml\n');
  return failureOf(result.diagnostics) ?? excess ?? (isEmpty ? exitCodes.configuration : exitCodes.ok);
}

/** Whether the files on disk are checked. Fixes and comparisons with a commit need every text instead. */
function isOfDisk({ fix, base, stdin, staged, changedSince }: LintOptions): boolean {
  return (
    fix !== true && base === undefined && stdin !== true && staged !== true && changedSince === undefined
  );
}

/** The base, read after fixing: findings that come from it have no fixes. */
async function baseFor(io: Io, workspace: Workspace, { base }: LintOptions): Promise<Base | undefined> {
  if (base === undefined) return undefined;
  return (await import('../../workflow/lint/lint-base.ts')).readBase(io, workspace, base);
}
