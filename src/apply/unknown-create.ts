/** Creates with an unknown outcome are recorded, so that no later run sends them again. */
import type { Outcome } from '../model/plan/outcome.ts';
import type { Step } from '../model/plan/step.ts';
import { maskedValue } from '../derive/forms/masked.ts';
import { kinds } from '../kinds/index.ts';
import { withUnknown } from '../ledger/state.ts';
import type { ApiError } from '../model/errors.ts';
import type { LedgerEntry } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { StepEnding } from '../model/facts/outcome.ts';
import type { Address } from '../model/workspace.ts';
import { ledgerErrorOf } from './failures.ts';
import { outcome, type ApplyRun } from './run.ts';

/** The id of the object that contains a new one, from the path of its create. */
export function parentOf({ kind, edge_id, desired }: Step): string | undefined {
  const { parent } = kinds[kind];
  if (parent === undefined) return undefined;
  const declared = desired?.[parent.field];
  return edge_id ?? (typeof declared === 'string' ? declared : undefined);
}

/** The address that already has the object: two creates cannot have made the same one. */
export function recordedAddress({ recorder }: ApplyRun, { kind, id, edge_id }: Live): Address | undefined {
  const { resources, orphans } = recorder.state();
  const entries = Object.entries({ ...orphans, ...resources }) as [Address, LedgerEntry][];
  return entries.find(([, each]) => each.kind === kind && each.id === id && each.edge_id === edge_id)?.[0];
}

export async function recordUnanswered(
  run: ApplyRun,
  step: Step,
  { op, error }: { readonly op: string; readonly error: ApiError },
): Promise<Outcome> {
  const { message } = error;
  return recordUnknown(run, step, op, {
    recorded: { code: 'unanswered', message },
    unrecorded: (problem) => ({ code: 'unanswered-not-recorded', message, problem }),
  });
}

/** Records an unknown outcome, so that the next run does not send the create again. */
export async function recordUnknown(
  run: ApplyRun,
  step: Step,
  op: string,
  said: { readonly recorded: StepEnding; readonly unrecorded: (problem: string) => StepEnding },
): Promise<Outcome> {
  const { address, approvals, kind, desired = {} } = step;
  const parent = parentOf(step);
  const identity = Object.fromEntries(
    kinds[kind].identity.fields.flatMap((name) =>
      desired[name] === undefined ? [] : [[name, maskedValue(desired[name])]],
    ),
  );
  const since = run.env.clock.now().toISOString();
  const create = {
    kind,
    op,
    identity,
    since,
    ...(parent === undefined ? {} : { edge_id: parent }),
    ...(approvals === undefined ? {} : { approvals }),
  };
  try {
    await run.recorder.record({
      type: 'answer',
      address,
      change: (state) => withUnknown(state, address, create),
    });
  } catch (error) {
    return outcome(step, 'unknown', said.unrecorded(ledgerErrorOf(error).message), { cause: 'ledger' });
  }
  return outcome(step, 'unknown', said.recorded);
}
