import type { FieldDifference, ForeignReason, StaleReason } from '../../model/facts/stale.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { PlanOrigin } from '../../model/plan/change.ts';
import type { Refusal } from '../../model/plan/plan.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { reasonIn, refusalOf } from './saved-facts.ts';
import {
  changesSomething,
  type SavedPlan,
  type SavedRefusal,
  type SavedRequest,
  type SavedStep,
} from './plan-document.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/**
 * Finds the stale steps of a saved plan by comparing it with a new plan. A step is still valid if the new plan has the
 * same step: the same object in the same state (live hash), the same files (desired hash), the same request (masked,
 * byte for byte). Words, places and counts may differ.
 */

export interface Stale {
  readonly address: Address;
  readonly reasons: readonly StaleReason[];
}

/** Addresses for which the saved plan has a step that the new plan lacks or has differently. */
export function staleSteps(saved: SavedPlan, now: SavedPlan): readonly Stale[] {
  const fresh = byAddress(now.steps);
  return [...byAddress(saved.steps)].flatMap(([address, steps]) => {
    const changes = steps.filter(changesSomething);
    // After another apply of ours, the two plans alone cannot tell who made a change.
    const how = saved.serial === now.serial ? 'outside' : 'since';
    const reasons = changes.flatMap((step) => reasonsOf(step, fresh.get(address) ?? [], how));
    const different = new Map(reasons.map((reason) => [JSON.stringify(reason), reason]));
    return reasons.length === 0 ? [] : [{ address, reasons: [...different.values()] }];
  });
}

/** Steps of the new plan whose declaration differs from that in the saved plan, or is not in it. */
export function otherwiseWritten(saved: SavedPlan, now: SavedPlan): readonly SavedStep[] {
  if (saved.bound.desired === now.bound.desired) return [];
  const before = byAddress(saved.steps);
  return now.steps.filter(({ address, desired_hash }) => {
    const then = before.get(address) ?? [];
    return desired_hash !== undefined && !then.some((step) => step.desired_hash === desired_hash);
  });
}

/** The steps of the new plan that are also in the saved one. */
export function validSteps(saved: SavedPlan, now: SavedPlan): ReadonlySet<SavedStep> {
  const then = byAddress(saved.steps);
  const isHeld = (step: SavedStep): boolean =>
    (then.get(step.address) ?? []).some((candidate) => differingPart(candidate, step) === undefined);
  return new Set(now.steps.filter(isHeld));
}

type How = Extract<StaleReason, { readonly code: 'live-changed' }>['how'];

/** The reasons why a step is stale; none if it is valid. */
function reasonsOf(step: SavedStep, now: readonly SavedStep[], how: How): readonly StaleReason[] {
  if (now.some((candidate) => differingPart(step, candidate) === undefined)) return [];
  const [same = now[0]] = now.filter(({ action }) => action === step.action);
  if (same === undefined) return [{ code: 'not-known' }];
  const reasons: readonly StaleReason[] = [
    ...liveReason(step, same, how),
    ...filesReason(step, same),
    ...otherAction(step, same),
  ];
  return reasons.length > 0 ? reasons : [partReason(step, same)];
}

function otherAction({ action: planned }: SavedStep, now: SavedStep): readonly StaleReason[] {
  if (planned === now.action) return [];
  return [{ code: 'other-action', was: planned, is: now.action, because: reasonIn(now) }];
}

function liveReason({ live_hash, changes }: SavedStep, now: SavedStep, how: How): readonly StaleReason[] {
  if (live_hash === undefined || live_hash === now.live_hash) return [];
  if (now.live_hash === undefined) return [{ code: 'not-live', hash: shortHash(live_hash) }];
  const before = new Map(changes.map((change) => [change.path, text(change.before)]));
  const moved = now.changes.filter(({ path, before: seen }) => before.get(path) !== text(seen));
  const were = new Map(changes.map((change) => [change.path, change.before]));
  const fields = moved.map(({ path, before: current, after: to }): FieldDifference =>
    were.has(path)
      ? { code: 'other-live', path, was: were.get(path), is: current }
      : { code: 'changes-now', path, to },
  );
  return [{ code: 'live-changed', how, fields, was: shortHash(live_hash), is: shortHash(now.live_hash) }];
}

function filesReason(step: SavedStep, now: SavedStep): readonly StaleReason[] {
  const { desired_hash, origin } = step;
  if (desired_hash === now.desired_hash) return [];
  const declaring = now.origin?.file ?? origin?.file;
  const file = withoutUndefined({ file: declaring });
  if (now.desired_hash === undefined) return [{ code: 'no-longer-declared', ...file }];
  if (desired_hash === undefined) return [{ code: 'now-declared', ...file }];
  const written = rewrittenIn(step, now);
  const files = written.length > 0 || declaring === undefined ? written : [declaring];
  const were = new Map(step.changes.map((change) => [change.path, change.after]));
  const fields = now.changes
    .filter(({ path, after }) => were.has(path) && text(were.get(path)) !== text(after))
    .map(({ path, after: current }) => ({
      code: 'other-value' as const,
      path,
      was: were.get(path),
      is: current,
    }));
  return [
    { code: 'files-changed', files, fields, was: shortHash(desired_hash), is: shortHash(now.desired_hash) },
  ];
}

/** The files, such as that of a preset, that declare the differing values, before or now; empty if no value differs. */
function rewrittenIn(step: SavedStep, now: SavedStep): readonly string[] {
  const [then, fresh] = [step, now].map(
    ({ changes }) => new Map(changes.map((change) => [change.path, change])),
  );
  const paths = new Set([...(then?.keys() ?? []), ...(fresh?.keys() ?? [])]);
  const files = [...paths].flatMap((path) => {
    const [old, freshChange] = [then?.get(path), fresh?.get(path)];
    if (text(old?.after) === text(freshChange?.after)) return [];
    return filesOf(old?.origin ?? step.origin, freshChange?.origin ?? now.origin);
  });
  return [...new Set(files)].sort();
}

/** If the value is declared at the same place as before, one of its inputs changed: a variable, or an included file. */
function filesOf(then: PlanOrigin | undefined, now: PlanOrigin | undefined): readonly string[] {
  const { through = [] } = now ?? {};
  if (through.length > 0 && text(then) === text(now)) return through;
  const file = now?.file ?? then?.file;
  return file === undefined ? [] : [file];
}

function partReason(step: SavedStep, now: SavedStep): StaleReason {
  const part = differingPart(step, now);
  if (part !== 'requests') return { code: 'part-changed', part: part ?? 'action' };
  const places = step.requests.flatMap((request, index) => differingPlaces(request, now.requests[index]));
  return { code: 'request-changed', places: [...new Set(places)] };
}

const parts = [
  'action',
  'kind',
  'id',
  'edge_id',
  'formerly',
  'drifted',
  'live_hash',
  'desired_hash',
  'requests',
] as const;

function differingPart(step: SavedStep, other: SavedStep): (typeof parts)[number] | undefined {
  return parts.find((part) => {
    // Body fields are compared in order, because the bytes of the request depend on it.
    if (part === 'requests') return JSON.stringify(step.requests) !== JSON.stringify(other.requests);
    return text(step[part]) !== text(other[part]);
  });
}

function differingPlaces(request: SavedRequest, other: SavedRequest | undefined): readonly string[] {
  if (other?.method !== request.method || other.path !== request.path) return ['path'];
  const left: JsonObject = request.body ?? {};
  const right: JsonObject = other.body ?? {};
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return names.filter((name) => text(left[name]) !== text(right[name]));
}

function byAddress(steps: readonly SavedStep[]): ReadonlyMap<Address, readonly SavedStep[]> {
  return groupBy(steps, ({ address }) => address);
}

function text(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value as Json);
}

export function shortHash(hash: string): string {
  return hash.slice(0, 12);
}

/** The reason why a whole plan does not fit this ledger, API and version; undefined if it fits. */
export function foreignReason(
  { lineage, serial, environment, bound }: SavedPlan,
  {
    id,
    ledger,
    api,
    tool,
  }: { readonly id: string; readonly ledger: LedgerState; readonly api: string; readonly tool: string },
): ForeignReason | undefined {
  if (lineage !== ledger.lineage) return { code: 'other-lineage', lineage, own: ledger.lineage };
  if (environment !== ledger.environment) return { code: 'other-environment', environment };
  if (bound.api !== api) return { code: 'other-api', api: bound.api, own: api };
  if (bound.tool !== tool) return { code: 'other-tool', tool: bound.tool, own: tool };
  const applied = ledger.plans?.find((plan) => plan.id === id);
  if (applied !== undefined) return { code: 'applied', at: applied.at };
  if (serial === ledger.serial) return undefined;
  return { code: serial < ledger.serial ? 'older' : 'newer', serial, own: ledger.serial };
}

/** Overrides given to the apply itself. */
interface GivenLimits {
  readonly allowDeletes?: number | undefined;
  readonly allowChangedPercent?: number | undefined;
}

/**
 * Refusals of a saved plan that planning again cannot find: `--fail-on`, and the gates of its base, which an apply does
 * not know. The saved plan said that nothing will be applied, so nothing is.
 */
export function carriedRefusals(
  { base, refusals }: SavedPlan,
  now: readonly Refusal[],
  given: GivenLimits,
): readonly Refusal[] {
  const known = new Set(now.map(({ gate }) => gate));
  const isCarried = ({ gate }: SavedRefusal): boolean => {
    switch (gate) {
      case 'unattributed':
      case 'blocked':
      case 'tests':
      case 'lint':
        return true;
      case 'max_deletes':
        return base !== undefined && given.allowDeletes === undefined;
      case 'max_changed_percent':
        return base !== undefined && given.allowChangedPercent === undefined;
      case 'protect':
        return base !== undefined;
      case 'exposure':
      case 'secrets':
      case 'empty':
        return false;
    }
  };
  return refusals.filter((refusal) => !known.has(refusal.gate) && isCarried(refusal)).map(refusalOf);
}
