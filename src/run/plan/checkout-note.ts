import type { Run } from '../session/run.ts';
import { UserError } from '../../model/errors.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Plan, PlanNote } from '../../model/plan/plan.ts';
import { isEmpty } from '../../plan/finish/is-empty-plan.ts';
import { commitRelation } from '../../workspace/git/commit-relation.ts';
import { openRepository } from '../../workspace/git/repository.ts';

type NotedRun = Pick<Run, 'io' | 'workspace' | 'environment'>;

/** The plan, which says first if it may undo a newer commit: the last apply was made from one that is not in HEAD. */
export async function withCheckoutNote(run: NotedRun, plan: Plan, ledger: LedgerState): Promise<Plan> {
  const note = isEmpty(plan) ? undefined : await checkoutNote(run, ledger);
  return note === undefined ? plan : { ...plan, notes: [note, ...plan.notes] };
}

async function checkoutNote(
  { io: { cwd, env }, workspace: { root }, environment: { name: environment } }: NotedRun,
  { commit }: LedgerState,
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
