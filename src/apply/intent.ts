import { toLedgerForm } from '../derive/forms/ledger-form.ts';
import { maskedValue } from '../derive/forms/mask-text.ts';
import { kinds } from '../kinds/index.ts';
import { ApiError, exitCodes, LedgerError } from '../model/errors.ts';
import type { NotAttempted } from '../model/facts/outcome.ts';
import type { Intent } from '../model/ledger/journal.ts';
import type { LedgerSpec } from '../model/ledger/ledger.ts';
import type { Outcome } from '../model/plan/run-event.ts';
import type { Step } from '../model/plan/step.ts';
import { hashOf } from '../text/hash.ts';
import { withoutUndefined } from '../text/json/json-access.ts';
import { fieldsIn } from '../text/pointer.ts';
import { secondText } from '../text/wording.ts';
import { type ApplyRun, ledgerEntryOf, outcome } from './apply-run.ts';

/** The intent of the step's request, as journaled before it is sent. */
export function intentOf(run: ApplyRun, step: Step, op: string): Intent {
  const { address, kind, liveHash: before, approvals } = step;
  const entry = ledgerEntryOf(run, step);
  const action = step.action === 'create' || step.action === 'delete' ? step.action : 'update';
  const isCreate = action === 'create';
  return withoutUndefined({
    type: 'intent',
    op,
    address,
    kind,
    at: run.env.clock.now().toISOString(),
    action,
    id: isCreate ? undefined : (step.id ?? entry?.id),
    edge_id: isCreate ? parentOf(step) : (step.edge_id ?? entry?.edge_id),
    identity: isCreate ? identityOf(step) : undefined,
    sent: action === 'update' ? sentIn(run, step, entry?.uid ?? op) : undefined,
    body: bodyHash(step),
    before,
    approvals,
  });
}

/** The fields by which the service identifies the object of a create. */
function identityOf({ kind, desired = {} }: Step): LedgerSpec {
  return Object.fromEntries(
    kinds[kind].identity.fields.flatMap((name) =>
      desired[name] === undefined ? [] : [[name, maskedValue(desired[name])]],
    ),
  );
}

/** The fields that an update changes, as sent: a body repeats others, which tell nothing of its arrival. */
function sentIn(run: ApplyRun, { requests, changes }: Step, uid: string): LedgerSpec {
  const names = fieldsIn(changes.map(({ path }) => path));
  const body = Object.entries(requests[0]?.body ?? {}).filter(([name]) => names.includes(name));
  return toLedgerForm(Object.fromEntries(body), run.secrets, run.fingerprint?.(uid));
}

/** The hash of the step's body, with references in place of secrets; undefined without a body. */
export function bodyHash({ requests }: Step): string | undefined {
  const body = requests[0]?.body;
  return body === undefined ? undefined : hashOf(maskedValue(body));
}

/** The id of the object that contains a new one, from the path of its create. */
export function parentOf({ kind, edge_id, desired }: Step): string | undefined {
  const { parent } = kinds[kind];
  if (parent === undefined) return undefined;
  const declared = desired?.[parent.field];
  return edge_id ?? (typeof declared === 'string' ? declared : undefined);
}

/**
 * Statuses that mean that nothing was changed. Assumed, as the API documents no errors. All other results leave the
 * outcome unknown: 5xx, 408, redirects, no response, a response without a usable id.
 */
export const rejectedStatuses: readonly number[] = [
  400, 401, 403, 404, 405, 409, 410, 411, 413, 414, 415, 422, 429,
];

const rejections: ReadonlySet<number | undefined> = new Set(rejectedStatuses);

/** Whether the request was certainly not carried out. */
export function isRejected({ status, wasSent }: ApiError): boolean {
  return wasSent === 'no' || rejections.has(status);
}

/** The outcome of a step after an API error that is certain. */
export function failed(step: Step, error: ApiError): Outcome {
  const { status, wasSent, waitUntil } = error;
  const reason = { code: 'failed', message: error.message } as const;
  if (waitUntil !== undefined)
    return outcome(step, 'failed', reason, { cause: 'limited', until: secondText(waitUntil) });
  if (status === 401 || status === 403) return outcome(step, 'failed', reason, { cause: 'credential' });
  if (status === undefined && wasSent === 'no') {
    return outcome(step, 'failed', reason, { cause: 'unreachable' });
  }
  return outcome(step, 'failed', reason);
}

/** The outcome of a step whose intent is recorded and whose request is not sent any more. */
export async function notSent(run: ApplyRun, step: Step, op: string, reason: NotAttempted): Promise<Outcome> {
  await run.recorder.record({ type: 'not-sent', op }).catch(ledgerErrorOf);
  return outcome(step, 'skipped', reason);
}

/** Records that the request of an intent changed nothing. */
export async function recordFailed(run: ApplyRun, op: string, { status, wasSent }: ApiError): Promise<void> {
  const about = status === undefined ? {} : { status };
  const type = wasSent === 'no' ? 'not-sent' : 'rejected';
  // If it cannot be recorded, the request is in doubt for the next run, which reads what is live.
  await run.recorder.record({ type, op, ...about }).catch(ledgerErrorOf);
}

/** The error if it is an `ApiError`; anything else is a bug and is thrown again. */
export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** The cause of a step that could not be recorded: the lock was taken away, or the ledger cannot be written. */
export function causeOf({ exitCode }: LedgerError): 'lock' | 'ledger' {
  return exitCode === exitCodes.unsafe ? 'lock' : 'ledger';
}

export function ledgerErrorOf(error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  throw error;
}
