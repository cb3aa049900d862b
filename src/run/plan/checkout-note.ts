import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Plan, PlanNote } from '../../model/plan/plan.ts';
import type { WorkspaceHead } from '../../model/workspace.ts';
import { isEmpty } from '../../plan/finish/exit-code.ts';
import { commitRelation } from '../../workspace/git/commit-relation.ts';
import { openRepository } from '../../workspace/git/repository.ts';

interface AppliedState {
  readonly workspace: Pick<WorkspaceHead, 'root'>;
  readonly ledger: Pick<LedgerState, 'commit'>;
}

/** The plan, which says first if it may undo a newer commit: the last apply was made from one that is not in HEAD. */
export async function withCheckoutNote(io: Io, plan: Plan, applied: AppliedState): Promise<Plan> {
  const note = isEmpty(plan) ? undefined : await checkoutNote(io, plan, applied);
  return note === undefined ? plan : { ...plan, notes: [note, ...plan.notes] };
}

async function checkoutNote(
  { cwd, env }: Io,
  { environment }: Pick<Plan, 'environment'>,
  { workspace: { root }, ledger: { commit } }: AppliedState,
): Promise<PlanNote | undefined> {
  if (commit === undefined) return undefined;
  try {
    const checkout = await commitRelation(await openRepository({ root, cwd, env }), commit);
    if (checkout === undefined) return undefined;
    return { topic: 'checkout', fact: { code: 'applied-elsewhere', environment, commit, checkout } };
  } catch (error) {
    // Without git, or outside of a repository, it cannot be known.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
