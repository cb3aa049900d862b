import type { Outcome } from '../model/plan/outcome.ts';
import type { Step } from '../model/plan/step.ts';
import { dotted } from '../text/pointer.ts';
import { toLive } from '../derive/forms/to-live.ts';
import type { ObjectKey } from '../model/api.ts';
import { ApiError } from '../model/errors.ts';
import type { Live } from '../model/live.ts';
import type { StepEnding } from '../model/facts/outcome.ts';
import { readNow, type ApplyRun } from './run.ts';
import { lackingIn } from './surprises.ts';

/** The object after a write. If the response lacks sent values, it may be incomplete, so the object is read again. */
export async function settledAnswer(run: ApplyRun, step: Step, live: Live): Promise<Live> {
  if (lackingIn(step, live, run.secrets).length === 0) return live;
  const { kind, id, edge_id = step.edge_id } = live;
  const key: ObjectKey = { kind, id, ...(edge_id === undefined ? {} : { edge_id }) };
  try {
    const answer = await readNow(run, key);
    return answer === undefined ? live : toLive(kind, answer);
  } catch (error) {
    if (error instanceof ApiError) return live;
    throw error;
  }
}

/** A write that the service did not keep has failed, even though it was acknowledged and recorded. */
export function unlessUnkept(run: ApplyRun, step: Step, live: Live, done: Outcome): Outcome {
  const paths = lackingIn(step, live, run.secrets).map((path) => dotted(path));
  if (paths.length === 0 || done.status !== 'done') return done;
  const reason: StepEnding =
    done.reason.code === 'created-read-again'
      ? { code: 'created-not-kept', message: done.reason.message, paths }
      : { code: 'done-not-kept', paths };
  return { ...done, status: 'failed', cause: 'unkept', reason, surprises: [] };
}
