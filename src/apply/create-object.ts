import { type ApplyRun, type Ready, outcome, usedApprovals } from './apply-run.ts';
import type { Outcome } from '../model/plan/step-outcome.ts';
import { intentOf, parentOf } from './intent.ts';
import { notSent, apiErrorOf, isRejected, failed, recordFailed, ledgerErrorOf, causeOf } from './failures.ts';
import { beforeSending } from './before-sending.ts';
import { toLive } from '../derive/forms/read-form.ts';
import { unlessUrgent, readNow } from './read-now.ts';
import { kinds } from '../kinds/index.ts';
import { readAgain, settledAnswer, unlessNotPersisted } from './settled-answer.ts';
import type { Step } from '../model/plan/step.ts';
import type { Live } from '../model/live.ts';
import type { StepEnding } from '../model/facts/outcome.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import type { ApiError } from '../model/errors.ts';
import { assumedLive, entryAfter } from './entries.ts';
import { ownAddress } from './ledger-entry-of.ts';
import { refOf } from '../derive/forms/object-ids.ts';
import { responseDifferences } from './response-differences.ts';
import type { Address } from '../model/workspace/address.ts';
import type { UnknownCreate } from '../model/ledger/ledger.ts';
import { identityKeys } from '../derive/forms/identity.ts';

/**
 * Statuses by which a service may refuse a second object with the same identity. Assumed, as the API documents none.
 */
const refusals: ReadonlySet<number | undefined> = new Set([400, 409, 422]);

/**
 * Sends a single POST, never a second one: only the client may repeat a request that was certainly not carried out. If
 * the response is lost, the intent has no ending: the object may exist, and no later run sends the create again.
 */
export async function createObject(run: ApplyRun, { step, op, body = '{}' }: Ready): Promise<Outcome> {
  const intent = intentOf(run, step, op);
  const { prepared: stopped, end: free } = await run.slots.takePrepared(async () => {
    const reason = run.stopReason(step);
    if (reason !== undefined) return reason;
    await run.recorder.record(intent);
    return undefined;
  });
  try {
    if (stopped !== undefined) return outcome(step, 'skipped', stopped);
    const failure = run.recorder.failure();
    if (failure !== undefined) throw failure;
    // While this waited for its slot.
    const since = run.stopReason(step);
    if (since !== undefined) return await notSent(run, { step, op }, since);
    const sent = run.api.create(step.kind, parentOf(step), body, beforeSending(run, intent));
    const live = toLive(step.kind, await unlessUrgent(run, kinds[step.kind].operations.create, sent));
    free();
    const reason = { code: 'done' } as const;
    const made = await provenMade(run, step, { op, live });
    if ('ended' in made) return made.ended;
    const recorded = await recordCreated(run, step, { op, live: made, reason });
    const read = recorded.status === 'done' ? await settledAnswer(run, step, made) : made;
    if (read === made) return unlessNotPersisted(run, step, made, recorded);
    const again = await recordCreated(run, step, { op, live: read, reason });
    return unlessNotPersisted(run, step, read, again);
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
  if (run.seen?.has(id) === true)
    return { ended: await unproven(run, { step, op }, { code: 'created-existing', id }) };
  const isMade = ({ marker }: Live): boolean =>
    !run.marker || (marker?.owner === run.owner && marker.op === op);
  if (isMade(live)) return live;
  const read = await readAgain(run, step, live);
  if (read !== undefined && isMade(read)) return read;
  return { ended: await unproven(run, { step, op }, { code: 'created-unmarked', id }) };
}

/**
 * A create with a response that names an object, of which it is not proven that it is the one: recorded, so that later
 * plans do not call the response lost.
 */
async function unproven(
  run: ApplyRun,
  { step, op }: Pick<Ready, 'step' | 'op'>,
  reason: Extract<StepEnding, { readonly code: 'created-existing' | 'created-other' | 'created-unmarked' }>,
): Promise<Outcome> {
  const { address, kind, edge_id, identity = {}, approvals, at: since } = intentOf(run, step, op);
  const create = withoutUndefined({ kind, op, identity, since, edge_id, approvals, answered: reason.id });
  try {
    await run.recorder.record({ type: 'answer', op, changes: [{ change: 'doubt', address, create }] });
  } catch (error) {
    // The intent without an ending says that the outcome is unknown.
    ledgerErrorOf(error);
  }
  return outcome(step, 'unknown', reason);
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
  if (run.marker || run.seen?.has(id) === true) {
    const made = await provenMade(run, step, { op, live: assumed });
    if ('ended' in made) return made.ended;
    const reason = { code: 'created-read-again', message } as const;
    return unlessNotPersisted(run, step, made, await recordCreated(run, step, { op, live: made, reason }));
  }
  const recorded = await recordCreated(run, step, { op, live: assumed, reason: { code: 'done' } });
  if (recorded.status !== 'done') return recorded;
  const { kind, edge_id } = assumed;
  try {
    const live = await readNow(run, withoutUndefined({ kind, id, edge_id }));
    if (live === undefined) return outcome(step, 'failed', { code: 'created-missing', message }, { id });
    const reason = { code: 'created-read-again', message } as const;
    return unlessNotPersisted(run, step, live, await recordCreated(run, step, { op, live, reason }));
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
  const other = run.recorder.addressOf(live);
  // Two creates cannot have made the same object, so it is unknown what this one made.
  if (other !== undefined && other !== address)
    return unproven(run, { step, op }, { code: 'created-other', id: live.id, other });
  const entry = entryAfter(run, step, { uid: op, live });
  try {
    const changes = [...ownAddress(run, step), { change: 'put', address, entry } as const];
    await run.recorder.record({ type: 'answer', op, changes: [...changes, ...usedApprovals(run, step)] });
  } catch (error) {
    const { id } = live;
    const failure = ledgerErrorOf(error);
    const { message } = failure;
    const lost = {
      code: 'created-not-recorded',
      kind: step.kind,
      id,
      address,
      ref: refOf(live),
      message,
    } as const;
    return outcome(step, 'failed', lost, { cause: causeOf(failure), id });
  }
  return outcome(step, 'done', reason, {
    id: live.id,
    surprises: responseDifferences(step, live, run.secrets),
  });
}

/**
 * An earlier create of ours without a response that may have made the object because of which this create is refused:
 * one that counts as absent since, or one whose identity only the service takes for the same. Only for kinds that no
 * list shows; the objects of all others are seen by the plan.
 */
function mayBeOurs(
  { recorder }: ApplyRun,
  step: Step,
  { status }: ApiError,
): { readonly other: Address; readonly since: string } | undefined {
  const { kind } = step;
  if (!refusals.has(status) || kinds[kind].operations.list !== undefined) return undefined;
  const { unknown, absent } = recorder.state();
  const creates = Object.entries({ ...absent, ...unknown }) as [Address, UnknownCreate][];
  const found = creates.find(([, create]) => create.kind === kind && isLike(step, create));
  return found && { other: found[0], since: found[1].since };
}

function isLike(step: Step, { kind, edge_id, identity }: UnknownCreate): boolean {
  const { desired = {} } = step;
  const keys = new Set(identityKeys(kind, desired));
  if (identityKeys(kind, identity).some((key) => keys.has(key))) return true;
  return edge_id === parentOf(step) && identity['match'] === desired['match'];
}
