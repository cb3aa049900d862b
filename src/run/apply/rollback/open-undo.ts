import { exitCodes, UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { readRollback } from '../../../plan/rollback/read-rollback.ts';
import { documentProblemText } from '../../../report/plan/words/document-problem-words.ts';
import type { ApiOptions, WorkspaceOptions } from '../../cli/options.ts';
import { openRollbacks } from '../../session/ledger/open-ledger-store.ts';
import { planKey } from '../../session/saved/plan-key.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import type { ToUndo } from './undo-run.ts';

/** The run to undo. Throws `UserError` 64 if it does not exist, 5 if its rollback file cannot be used. */
export async function openUndo(
  io: Io,
  run: string,
  options: WorkspaceOptions & Pick<ApiOptions, 'local' | 'ledger'> & { readonly env?: string },
): Promise<ToUndo> {
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const files = await openRollbacks(io, workspace, environment, options);
  const names = await files.list();
  const key = planKey(io);
  const text = await files.read(run);
  if (text === undefined) {
    throw new UserError(
      exitCodes.usage,
      `run \`${run}\` of \`${environment.name}\` does not exist or cannot be undone`,
      {
        help:
          names.length === 0 ? 'no run can be undone yet' : `runs that can be undone: ${names.join(', ')}`,
      },
    );
  }
  const opened = readRollback(text, { run, key });
  if ('problem' in opened) {
    throw new UserError(
      exitCodes.unsafe,
      `\`${files.shown(run)}\` ${documentProblemText(opened.problem, 'rollback file')}`,
      {
        help: 'restore the former declarations in the files, and apply them',
      },
    );
  }
  if (opened.signature !== 'valid') io.stderr(`note: ${unsigned[opened.signature]}\n`);
  return { workspace, environment, rollback: opened.rollback };
}

const unsigned = {
  none: 'the rollback file is not signed: anyone who can write it can choose what is applied',
  unchecked: 'the signature of the rollback file was not checked: EDGEWRIGHT_PLAN_KEY is not set',
} as const;
