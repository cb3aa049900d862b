import type { Outcome } from '../model/plan/outcome.ts';
import type { Step } from '../model/plan/step.ts';
import { toLive } from '../derive/forms/to-live.ts';
import { kinds } from '../kinds/index.ts';
import type { ApiError } from '../model/errors.ts';
import type { Live } from '../model/live.ts';
import type { StepEnding } from '../model/facts/outcome.ts';
import { beforeSending } from './before-sending.ts';
import { assumedLive, entryAfter } from './entries.ts';
import { causeOf, apiErrorOf, failed, isRejected, ledgerErrorOf, notSent, recordFailed } from './failures.ts';
import { intentOf, parentOf } from './intent.ts';
import { mayBeOurs } from './may-be-ours.ts';
import {
  outcome,
  ownAddress,
  readNow,
  unlessUrgent,
  usedApprovals,
  type Ready,
  type ApplyRun,
} from './run.ts';
import { settledAnswer, unlessUnkept } from './kept-answer.ts';
import { surprisesIn } from './surprises.ts';

/**
 * Sends a single POST, never a second one: only the client may repeat a request that was certainly not carried out. If
 * the response is lost, the intent has no ending: the object may exist, and no later run sends the create again.
 */
export async function createObject(run: ApplyRun, { step, op, body = '{}' }: Ready): Promise<Outcome> {
  const intent = intentOf(run, step, op);
  const { prepared: stopped, free } = await run.slots.takePrepared(async () => {
    const reason = run.stopped(step);
    if (reason !== undefined) return reason;
    run.api.connectAhead();
    await run.recorder.record(intent);
    return undefined;
  });
  try {
    if (stopped !== undefined) return outcome(step, 'skipped', stopped);
    const failure = run.recorder.failure();
    if (failure !== undefined) throw failure;
    // While this waited for its slot.
    const since = run.stopped(step);
    if (since !== undefined) return await notSent(run, step, op, since);
    const sent = run.api.create(step.kind, parentOf(step), body, beforeSending(run, intent));
    const live = toLive(step.kind, await unlessUrgent(run, kinds[step.kind].operations.create, sent));
    free();
    const reason = { code: 'done' } as const;
    const made = await provenMade(run, step, { op, live });
    if ('ended' in made) return made.ended;
    const recorded = await recordCreated(run, step, { op, live: made, reason });
    const read = recorded.status === 'done' ? await settledAnswer(run, step, made) : made;
    if (read === made) return unlessUnkept(run, step, made, recorded);
    const again = await recordCreated(run, step, { op, live: read, reason });
    return unlessUnkept(run, step, read, again);
  } catch (caught) {
    const error = apiErrorOf(caught);
    const isUnknown = !isRejected(error) && error.createdId === undefined;
    const unanswered = outcome(step, 'unknown', { code: 'unanswered', message: error.message });
    run.heard(isUnknown ? unanswered : failed(step, error));
    free();
    if (error.createdId !== undefined)
      return await createdUnread(run, step, { op, id: error.createdId, error });
    if (isUnknown) return unanswered;
    await recordFailed(run, op, error);
    const ours = mayBeOurs(run, step, error);
    const ended = failed(step, error);
    if (ours === undefined) return ended;
    return { ...ended, reason: { code: 'may-be-ours', message: error.message, ...ours } };
  } finally {
    free();
  }
}

/**
 * The object of a response, if it was made by this create: an id that existed before, or an object without the marker
 * that was sent, is not ours. A response may lack fields, so the object is read before that is said.
 */
async function provenMade(
  run: ApplyRun,
  step: Step,
  { op, live }: { readonly op: string; readonly live: Live },
): Promise<Live | { readonly ended: Outcome }> {
  const { id } = live;
  if (run.seen.has(id)) return { ended: outcome(step, 'unknown', { code: 'created-existing', id }) };
  const isMade = ({ marker }: Live): boolean =>
    !run.marker || (marker?.owner === run.owner && marker.op === op);
  if (isMade(live)) return live;
  const read = await readAgain(run, step, live);
  if (read !== undefined && isMade(read)) return read;
  return { ended: outcome(step, 'unknown', { code: 'created-unmarked', id }) };
}

/** Undefined if it cannot be read. */
async function readAgain(
  run: ApplyRun,
  { kind, edge_id: edge }: Step,
  { id, edge_id = edge }: Pick<Live, 'id' | 'edge_id'>,
): Promise<Live | undefined> {
  try {
    const answer = await readNow(run, { kind, id, ...(edge_id === undefined ? {} : { edge_id }) });
    return answer === undefined ? undefined : toLive(kind, answer);
  } catch (error) {
    apiErrorOf(error);
    return undefined;
  }
}

/**
 * Handles a create with an unreadable response. With a marker, the object is read and recorded only if it carries it.
 * Without, the id is recorded first, then the object is read, as its state is unknown.
 */
async function createdUnread(
  run: ApplyRun,
  step: Step,
  { op, id, error }: { readonly op: string; readonly id: string; readonly error: ApiError },
): Promise<Outcome> {
  const { message } = error;
  const assumed = assumedLive(step, id);
  if (run.marker || run.seen.has(id)) {
    const made = await provenMade(run, step, { op, live: assumed });
    if ('ended' in made) return made.ended;
    const reason = { code: 'created-read-again', message } as const;
    return unlessUnkept(run, step, made, await recordCreated(run, step, { op, live: made, reason }));
  }
  const recorded = await recordCreated(run, step, { op, live: assumed, reason: { code: 'done' } });
  if (recorded.status !== 'done') return recorded;
  const { edge_id } = assumed;
  try {
    const answer = await readNow(run, {
      kind: step.kind,
      id,
      ...(edge_id === undefined ? {} : { edge_id }),
    });
    if (answer !== undefined) {
      const live = toLive(step.kind, answer);
      return unlessUnkept(
        run,
        step,
        live,
        await recordCreated(run, step, { op, live, reason: { code: 'created-read-again', message } }),
      );
    }
    return outcome(step, 'failed', { code: 'created-missing', message }, { id });
  } catch (caught) {
    const problem = apiErrorOf(caught).message;
    return outcome(step, 'failed', { code: 'created-unseen', message, problem }, { id });
  }
}

async function recordCreated(
  run: ApplyRun,
  step: Step,
  { op, live, reason }: { op: string; live: Live; reason: StepEnding },
): Promise<Outcome> {
  const { address } = step;
  const twin = run.recorder.addressOf(live);
  // Two creates cannot have made the same object, so it is unknown what this one made.
  if (twin !== undefined && twin !== address)
    return outcome(step, 'unknown', { code: 'created-other', id: live.id, other: twin });
  const entry = entryAfter(run, step, { uid: op, live });
  try {
    const changes = [...ownAddress(run, step), { change: 'put', address, entry } as const];
    await run.recorder.record({
      type: 'answer',
      op,
      changes: [...changes, ...usedApprovals(run, step)],
    });
  } catch (error) {
    const { id, edge_id } = live;
    const ref = edge_id === undefined ? id : `${edge_id}/${id}`;
    const failure = ledgerErrorOf(error);
    const { message } = failure;
    const lost = { code: 'created-not-recorded', kind: step.kind, id, address, ref, message } as const;
    return outcome(step, 'failed', lost, { cause: causeOf(failure), id });
  }
  return outcome(step, 'done', reason, { id: live.id, surprises: surprisesIn(step, live, run.secrets) });
}
