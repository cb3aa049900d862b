import type { WriteApi } from '../model/api.ts';
import type { LedgerLock } from '../model/ledger/ledger-store.ts';
import type { SecretLookup } from '../model/secret.ts';
import type { Env } from '../model/io.ts';
import type { Address } from '../model/workspace/address.ts';
import type { Step } from '../model/plan/step.ts';
import type { Outcome } from '../model/plan/step-outcome.ts';
import type { Fingerprint } from '../derive/forms/ledger-form.ts';
import type { LiveState, Live } from '../model/live.ts';
import type { Recorder } from './recorder.ts';
import type { Slots } from './request-slots.ts';
import type { NotAttempted, OutcomeReason } from '../model/facts/outcome.ts';
import type { LedgerChange } from '../model/ledger/ledger-change.ts';
import { withoutUndefined } from '../text/without-undefined.ts';

export interface ApplyRequest {
  readonly api: WriteApi;
  readonly lock: Pick<LedgerLock, 'append' | 'failure' | 'view' | 'reserve'>;
  readonly secrets: SecretLookup;
  readonly env: Env;
  /** The nonces of creates, if they were drawn before. */
  readonly ops?: ReadonlyMap<Address, string>;
  /** Called when work on a step begins. */
  readonly onStart?: (step: Step) => void;
  /** Called before a wait for an earlier write of the step's object, which may still arrive. */
  readonly onWait?: (step: Step, milliseconds: number) => void;
  /** Called as each step ends, in order of completion. */
  readonly onOutcome?: (outcome: Outcome) => void;
  /** If aborted, steps under way are finished and no new ones start. */
  readonly signal?: AbortSignal;
  /** If aborted, responses are not waited for either; unknown outcomes are recorded. */
  readonly urgent?: AbortSignal | undefined;
  /** Makes fingerprints for the uid of an entry; absent without a key. */
  readonly fingerprint?: (uid: string) => Fingerprint;
  /** The objects as the plan saw them, by address; without it, none were there. */
  readonly live?: Pick<LiveState, 'known'>;
  /** The ids of objects that were live before the run: no create makes one of these. */
  readonly seen?: ReadonlySet<string>;
  /** The ids of objects that keep the marker of another owner, as the files say that they were handed over. */
  readonly handedOver?: ReadonlySet<string>;
  /** Whether created objects get our marker (`marker` of edgewright.yaml). */
  readonly marker: boolean;
}

/** State shared by the steps of one apply. */
export interface ApplyRun extends Omit<ApplyRequest, 'lock' | 'ops' | 'onOutcome'> {
  readonly recorder: Recorder;
  readonly slots: Slots;
  /** The top-level fields by address whose drift the plan keeps. */
  readonly drifted: ReadonlyMap<Address, ReadonlySet<string>>;
  /** The owner id in the markers of created objects. */
  readonly owner: string;
  /** The reason why no new step may start, or this one; undefined if it may. */
  readonly stopReason: (step?: Step) => NotAttempted | undefined;
  /** Takes note of a failure before its slot is freed: what waits for the slot may not start either. */
  readonly heard: (failure: Outcome) => void;
}

/** A step ready to be sent: secrets resolved, marker added, the op drawn. */
export interface Ready {
  readonly step: Step;
  /** The nonce of a create; the uid of an adopted object without one. */
  readonly op: string;
  /** The JSON text of the body; undefined if the request has none. */
  readonly body: string | undefined;
}

/** The outcome of a step whose object carries the marker of another owner, to which nothing is sent. */
export function ownedByOther(run: ApplyRun, step: Step, { id, marker }: Live): Outcome | undefined {
  const isOurs = marker === undefined || marker.owner === run.owner;
  if (isOurs || run.handedOver?.has(id) === true) return undefined;
  return outcome(step, 'failed', { code: 'owned-by-other', id, owner: marker.owner }, { cause: 'stale' });
}

/** The change that marks the step's approvals as used: recorded with its effect, so that both are, or neither. */
export function usedApprovals(
  { env }: Pick<ApplyRun, 'env'>,
  { approvals = [] }: Step,
): readonly LedgerChange[] {
  if (approvals.length === 0) return [];
  const at = env.clock.now().toISOString();
  return [{ change: 'use-approvals', approvals: approvals.map((approval) => ({ ...approval, at })) }];
}

export function outcome(
  { address, action, id }: Step,
  status: Outcome['status'],
  reason: OutcomeReason,
  more: Partial<Pick<Outcome, 'id' | 'surprises' | 'cause' | 'until'>> = {},
): Outcome {
  return { address, action, status, reason, surprises: [], ...withoutUndefined({ id }), ...more };
}
