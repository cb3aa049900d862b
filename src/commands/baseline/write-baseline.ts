import { lstatSync } from 'node:fs';
import path from 'node:path';
import { compileEach } from '../../workspace/compile/compile.ts';
import { baselineOf, prunedBaseline, type BaselineMade } from '../../lint/baseline/make-baseline.ts';
import { readBaseline } from '../../lint/baseline/read-baseline.ts';
import type { LintInput } from '../../lint/engine/lint-run.ts';
import { rules } from '../../lint/rules.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { inertLine } from '../../report/text/inert.ts';
import { limits } from '../../text/file-limits.ts';
import { ledgersAtHand } from '../../run/session/ledger/ledgers-at-hand.ts';
import { openWorkspace } from '../../run/session/workspace/open-workspace.ts';
import { noBaseline } from '../../run/lint/lint-workspace.ts';
import type { WorkspaceOptions } from '../../run/cli/options.ts';
import { checkedPolicies } from '../../run/session/workspace/policies-of.ts';
import { refuseLinks } from '../../run/cli/files/refuse-target.ts';
import { replaceFile } from '../../run/cli/files/replace-file.ts';
import { counted } from '../../text/words/noun-words.ts';
import { exitCodes, type ExitCode } from '../../model/exit-codes.ts';

/** Records all current findings. An existing baseline is kept unless it is to be replaced. */
export async function writeBaseline(
  io: Io,
  options: WorkspaceOptions,
  existing: 'refuse' | 'replace',
): Promise<ExitCode> {
  const workspace = await openWorkspace(io, options);
  const file = workspace.settings.lint.baseline;
  if (workspace.baseline !== undefined && existing === 'refuse') {
    throw usageError(
      `there is a baseline already: \`${file}\``,
      '`edgewright baseline prune` removes fixed findings; --force records new ones, too',
    );
  }
  if (!isReplaceable(workspace)) {
    throw usageError(
      `\`${file}\` is not a baseline, so it is not replaced`,
      'remove it, or name another file in `lint.baseline`. Nothing was written',
    );
  }
  const made = baselineOf(await inputOf(io, workspace));
  write(workspace, made);
  io.stdout(`${inertLine(file)}: ${counted(made.kept, 'finding')} recorded\n`);
  if (made.left > 0)
    io.stderr(
      `note: ${counted(made.left, 'finding')} cannot be recorded and ${made.left === 1 ? 'is' : 'are'} still shown by lint\n`,
    );
  return exitCodes.ok;
}

/** Whether the file is missing or a baseline; any other file must not be replaced. */
function isReplaceable({ root, settings: { lint }, baseline }: Workspace): boolean {
  if (baseline !== undefined) return readBaseline(baseline).list !== undefined;
  return lstatSync(path.join(root, lint.baseline), { throwIfNoEntry: false }) === undefined;
}

export async function pruneBaseline(io: Io, options: WorkspaceOptions): Promise<ExitCode> {
  const workspace = await openWorkspace(io, options);
  const file = workspace.settings.lint.baseline;
  if (workspace.baseline === undefined) throw noBaseline(file);
  const made = prunedBaseline(await inputOf(io, workspace));
  if (made.left > 0) write(workspace, made);
  io.stdout(`${inertLine(file)}: ${counted(made.left, 'finding')} removed, ${made.kept} left\n`);
  return exitCodes.ok;
}

async function inputOf(io: Io, workspace: Workspace): Promise<LintInput> {
  const environments = [...workspace.environments.values()];
  return {
    workspace,
    compiled: compileEach(
      workspace,
      environments.map(({ name }) => name),
    ),
    ledgers: await ledgersAtHand(io, workspace, environments),
    now: io.clock.now(),
    rules,
    policies: await checkedPolicies(workspace),
  };
}

function write({ root, settings: { lint } }: Workspace, { text }: BaselineMade): void {
  if (Buffer.byteLength(text) > limits.bytes) {
    throw new UserError(
      exitCodes.configuration,
      'the baseline would be larger than 1 MiB and could not be read',
      {
        help: 'switch off in edgewright.yaml what finds the most, or begin with `preset: minimal`',
      },
    );
  }
  refuseLinks(root, lint.baseline);
  replaceFile(root, lint.baseline, text);
}
