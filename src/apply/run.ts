import type { Outcome } from '../model/plan/outcome.ts';
import type { Step } from '../model/plan/step.ts';
import type { Fingerprint } from '../derive/forms/kept.ts';
import type { Operation } from '../kinds/kind.ts';
import type { WriteApi } from '../model/api.ts';
import { ApiError } from '../model/errors.ts';
import type { Env } from '../model/io.ts';
import { renamed, withApprovals } from '../ledger/state.ts';
import type { LedgerEntry, LedgerState } from '../model/ledger.ts';
import type { NotAttempted, OutcomeReason } from '../model/facts/outcome.ts';
import type { SecretLookup } from '../model/secret.ts';
import type { Address } from '../model/workspace.ts';
import type { Recorder } from './recorder.ts';

/** What the steps of one apply share. */
export interface ApplyRun {
  readonly api: WriteApi;
  readonly env: Env;
  readonly secrets: SecretLookup;
  readonly recorder: Recorder;
  /** Fingerprints hang on the uid of an entry; undefined without a key. */
  readonly fingerprint: ((uid: string) => Fingerprint) | undefined;
  /** The top-level fields of an address that the plan holds: changed outside, and not undone. */
  readonly held: ReadonlyMap<Address, ReadonlySet<string>>;
  /** Who created objects say that they belong to. */
  readonly owner: string;
  /** Why nothing new may start; undefined while it may. */
  readonly stopped: () => NotAttempted | undefined;
  /** Aborted: no response is waited for any more. */
  readonly urgent?: AbortSignal | undefined;
  /** Why what has begun and not been sent yet need not be sent either; an interruption is not a reason. */
  readonly hopeless: () => NotAttempted | undefined;
}

/** A step whose requests are ready: secrets resolved, marker added, the op drawn. */
export interface Ready {
  readonly step: Step;
  /** The nonce of a create; what an adopted object is known by from now on. */
  readonly op: string;
  /** The JSON text of the body; undefined where the request has none. */
  readonly body: string | undefined;
}

/** The ledger's entry of what a step is about, also when it still is under the former address or is an orphan. */
export function ledgerEntryOf({ recorder }: ApplyRun, { address, formerly }: Step): LedgerEntry | undefined {
  const { resources, orphans } = recorder.state();
  const former = formerly === undefined ? undefined : (resources[formerly] ?? orphans[formerly]);
  return resources[address] ?? former;
}

/** The state in which that entry, if there is one, is under the step's own address. */
export function withOwnAddress(state: LedgerState, { address, formerly }: Step): LedgerState {
  if (formerly === undefined || state.resources[address] !== undefined) return state;
  return renamed(state, formerly, address);
}

/** The response to a request, or an `ApiError` once the run is ended and no response is waited for. */
export async function unlessUrgent<Answer>(
  { urgent }: Pick<ApplyRun, 'urgent'>,
  { method, path }: Pick<Operation, 'method' | 'path'>,
  response: Promise<Answer>,
): Promise<Answer> {
  if (urgent === undefined) return response;
  let end = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () =>
      reject(
        new ApiError(`the run was ended before the response to \`${method} ${path}\` came`, {
          method,
          path,
          wasSent: 'maybe',
        }),
      );
    if (urgent.aborted) end();
    else urgent.addEventListener('abort', end, { once: true });
  });
  response.catch(() => undefined);
  ended.catch(() => undefined);
  return Promise.race([response, ended]).finally(() => urgent.removeEventListener('abort', end));
}

/** The same, and the approvals of the step are used: with the write that they approved, or not at all. */
export function withUsedApprovals(
  { env }: Pick<ApplyRun, 'env'>,
  { approvals = [] }: Step,
  change: (state: LedgerState) => LedgerState,
): (state: LedgerState) => LedgerState {
  if (approvals.length === 0) return change;
  const at = env.clock.now().toISOString();
  return (state) =>
    withApprovals(
      change(state),
      approvals.map((approval) => ({ ...approval, at })),
    );
}

export function outcome(
  { address, action, id }: Step,
  status: Outcome['status'],
  reason: OutcomeReason,
  more: Partial<Pick<Outcome, 'id' | 'surprises' | 'cause' | 'until'>> = {},
): Outcome {
  return { address, action, status, reason, surprises: [], ...(id === undefined ? {} : { id }), ...more };
}
