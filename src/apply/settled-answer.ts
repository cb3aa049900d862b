import { apiErrorOf } from './failures.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { readNow } from './read-now.ts';
import type { ApplyRun } from './apply-run.ts';
import type { Step } from '../model/plan/step.ts';
import type { Live } from '../model/live.ts';
import { lackingIn } from './response-differences.ts';
import type { Outcome } from '../model/plan/step-outcome.ts';
import { dotted } from '../text/dotted-path.ts';
import type { StepEnding } from '../model/facts/outcome.ts';

/** The object after a write. If the response lacks sent values, it may be incomplete, so the object is read again. */
export async function settledAnswer(run: ApplyRun, step: Step, live: Live): Promise<Live> {
  if (lackingIn(step, live, run.secrets).length === 0) return live;
  return (await readAgain(run, step, live)) ?? live;
}

/** A write that the service did not keep has failed, even though it was acknowledged and recorded. */
export function unlessNotPersisted(run: ApplyRun, step: Step, live: Live, done: Outcome): Outcome {
  const paths = lackingIn(step, live, run.secrets).map((path) => dotted(path));
  if (paths.length === 0 || done.status !== 'done') return done;
  const reason: StepEnding =
    done.reason.code === 'created-read-again'
      ? { code: 'created-not-kept', message: done.reason.message, paths }
      : { code: 'done-not-kept', paths };
  return { ...done, status: 'failed', cause: 'unkept', reason, surprises: [] };
}

/** Undefined if it cannot be read. */
export async function readAgain(
  run: ApplyRun,
  { kind, edge_id: edge }: Step,
  { id, edge_id = edge }: Pick<Live, 'id' | 'edge_id'>,
): Promise<Live | undefined> {
  try {
    return await readNow(run, withoutUndefined({ kind, id, edge_id }));
  } catch (error) {
    apiErrorOf(error);
    return undefined;
  }
}
