import { maskedValue } from '../../derive/forms/masked.ts';
import type { Desired } from '../../model/desired.ts';
import type { Io } from '../../model/io.ts';
import type { MadeBy, Plan, PlanBinding } from '../../model/plan/plan.ts';
import { hashOf } from '../../text/hash.ts';
import { secondText } from '../../text/words/time-words.ts';
import { version } from '../../version.ts';
import type { GateFlags } from '../cli/options.ts';
import { actorOf, commitAt } from '../session/ledger/run-about.ts';
import type { PlannedEnvironment } from './planned.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

interface PlanToBind {
  readonly plan: Plan;
  readonly desired: readonly Desired[];
  /** The origin of the API that was read. */
  readonly api: string;
  readonly flags: GateFlags & { readonly only?: readonly string[] };
}

/** Adds the plan's binding, for the JSON document and for `--save`. */
export function boundPlan({ plan, desired, api, flags }: PlanToBind): Plan {
  const { only = [] } = flags;
  const bound = { tool: version, api, desired: desiredHash(desired), only, allowed: allowedBy(flags) };
  return { ...plan, bound };
}

/** The allowances of the flags; absent keys stay absent, as the document of a plan has them. */
export function allowedBy({
  allowExposure: exposure = [],
  allowRevert: revert,
  allowDeletes: deletes,
  allowChangedPercent: changedPercent,
  allowEmpty,
}: GateFlags): PlanBinding['allowed'] {
  return {
    exposure,
    ...withoutUndefined({ revert, deletes, changedPercent }),
    ...(allowEmpty === true ? { empty: true } : {}),
  };
}

/** Hash over all declared resources, masked; independent of the order of the files. */
export function desiredHash(desired: readonly Desired[]): string {
  return hashOf(Object.fromEntries(desired.map(({ address, spec }) => [address, maskedValue(spec)])));
}

/** The provenance of a report of these plans. Asks git for the commit; git may be missing. */
export async function madeBy(io: Io, planned: readonly PlannedEnvironment[]): Promise<MadeBy> {
  const [first] = planned;
  return {
    version,
    apis: [...new Set(planned.map(({ api }) => api))],
    commit: first === undefined ? undefined : await commitAt(io, first.workspace.root),
    time: secondText(io.clock.now()),
    by: actorOf(io.env),
  };
}
