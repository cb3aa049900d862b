import { toLive } from '../derive/forms/to-live.ts';
import { kinds } from '../kinds/index.ts';
import { withEntry } from '../ledger/state.ts';
import type { ApiError } from '../model/errors.ts';
import type { Live } from '../model/live.ts';
import type { Outcome, Step } from '../model/plan.ts';
import { assumedLive, entryAfter } from './entries.ts';
import { apiErrorOf, failed, isRejected, ledgerErrorOf, unrecorded } from './failures.ts';
import { outcome, unlessUrgent, withOwnAddress, withUsedApprovals, type Ready, type Run } from './run.ts';
import { addressOf, parentOf, recordUnknown, recordUnanswered } from './unknown-create.ts';
import { settledAnswer, unlessUnkept } from './kept-answer.ts';
import { surprisesIn } from './surprises.ts';

/** One POST, and never a second one: only the client may repeat what was certainly not carried out (APPLY.md, 3). */
export async function createObject(run: Run, { step, op, body = '{}' }: Ready): Promise<Outcome> {
  await run.recorder.record({ type: 'intent', address: step.address, op });
  const hopeless = run.hopeless();
  if (hopeless !== undefined) return outcome(step, 'skipped', `not begun: ${hopeless}`);
  try {
    const sent = run.api.create(step.kind, parentOf(step), body);
    const live = toLive(step.kind, await unlessUrgent(run, kinds[step.kind].operations.create, sent));
    const recorded = await recordCreated(run, step, { op, live, note: 'created' });
    const read = recorded.status === 'done' ? await settledAnswer(run, step, live) : live;
    if (read === live) return unlessUnkept(run, step, live, recorded);
    const again = await recordCreated(run, step, { op, live: read, note: 'created' });
    return unlessUnkept(run, step, read, again);
  } catch (caught) {
    const error = apiErrorOf(caught);
    if (error.createdId === undefined)
      return isRejected(error) ? failed(step, error) : recordUnanswered(run, step, { op, error });
    return createdUnread(run, step, { op, id: error.createdId, error });
  }
}

/** The object is there and its id is safe first of all; then it is read, since nobody has seen what it looks like. */
async function createdUnread(
  run: Run,
  step: Step,
  { op, id, error }: { readonly op: string; readonly id: string; readonly error: ApiError },
): Promise<Outcome> {
  const note = `created, though ${error.message}`;
  const assumed = assumedLive(step, id);
  const recorded = await recordCreated(run, step, { op, live: assumed, note });
  if (recorded.status !== 'done') return recorded;
  const { edge_id } = assumed;
  try {
    const answer = await run.api.get({ kind: step.kind, id, ...(edge_id === undefined ? {} : { edge_id }) });
    if (answer !== undefined) {
      const live = toLive(step.kind, answer);
      return unlessUnkept(
        run,
        step,
        live,
        await recordCreated(run, step, { op, live, note: `${note}; read again` }),
      );
    }
    return outcome(step, 'failed', `${note}; read again, it is not there: plan again`, { id });
  } catch (caught) {
    const { message } = apiErrorOf(caught);
    return outcome(step, 'failed', `${note}; whether it is as planned cannot be seen: ${message}`, { id });
  }
}

async function recordCreated(
  run: Run,
  step: Step,
  { op, live, note }: { op: string; live: Live; note: string },
): Promise<Outcome> {
  const { address } = step;
  const twin = addressOf(run, live);
  if (twin !== undefined && twin !== address) {
    const what = `the response names \`${live.id}\`, which is \`${twin}\`: what was created is unknown`;
    return recordUnknown(run, step, { op, text: what });
  }
  const entry = entryAfter(run, step, { uid: op, live });
  try {
    await run.recorder.record({
      type: 'answer',
      address,
      change: withUsedApprovals(run, step, (state) => withEntry(withOwnAddress(state, step), address, entry)),
    });
  } catch (error) {
    const { id, edge_id } = live;
    const adopted = edge_id === undefined ? id : `${edge_id}/${id}`;
    const what = `created ${step.kind} \`${id}\` (write \`${address}: ${adopted}\` under \`adopt:\`)`;
    return unrecorded(step, ledgerErrorOf(error), what, { id });
  }
  return outcome(step, 'done', note, { id: live.id, surprises: surprisesIn(step, live, run.secrets) });
}
