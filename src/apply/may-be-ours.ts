import type { Step } from '../model/plan/step.ts';
import { identityKeys } from '../derive/forms/identity.ts';
import { kinds } from '../kinds/index.ts';
import type { ApiError } from '../model/errors.ts';
import type { UnknownCreate } from '../model/ledger.ts';
import type { Address } from '../model/workspace.ts';
import { parentOf } from './intent.ts';
import type { ApplyRun } from './run.ts';

/** Statuses by which a service may refuse a second object with the same identity. Assumed, as the API documents none. */
const refusals: ReadonlySet<number | undefined> = new Set([400, 409, 422]);

/**
 * An earlier create of ours without a response that may have made the object because of which this create is refused:
 * one that counts as absent since, or one whose identity only the service takes for the same. Only for kinds that no
 * list shows; the objects of all others are seen by the plan.
 */
export function mayBeOurs(
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
