import type { AskedApproval } from '../../model/approval.ts';
import type { Refusal } from '../../model/plan/plan.ts';
import type { Step } from '../../model/plan/step.ts';
import { idHash } from '../../text/hash.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import type { Planning } from '../input.ts';
import type { Limit } from '../../derive/weaker-safety.ts';
import { alikeChange, leastSame, sameChange } from '../../derive/compare/alike-change.ts';
import { approvalsFor } from '../given-approvals.ts';

/**
 * The gates of a plan. They check the steps that the chosen ones need, and also the exposure that arises if only the
 * chosen steps are done.
 */
export function refusalsOf(
  planning: Planning,
  steps: readonly Step[],
  chosen: readonly Step[],
): readonly Refusal[] {
  return [
    emptyWorkspace(planning),
    exposure(planning, [...steps, ...chosen]),
    deletes(planning, steps),
    changedPercent(planning, steps),
    protect(planning, steps),
  ].filter((refusal) => refusal !== undefined);
}

/**
 * The steps of the chosen resources, and of those that they rest on. What is refused of others holds only a plan that
 * has it: it is not done here.
 */
export function neededBy(all: readonly Step[], chosen: readonly Step[]): readonly Step[] {
  const rests = new Map<string, readonly string[]>();
  for (const { address, restsOn = [] } of [...all, ...chosen])
    rests.set(address, [...(rests.get(address) ?? []), ...restsOn]);
  const needed = new Set<string>(chosen.map(({ address }) => address));
  // A set is walked in the order of insertion, also what is added on the way.
  for (const address of needed) for (const other of rests.get(address) ?? []) needed.add(other);
  return all.filter(({ address }) => needed.has(address));
}

/** A glob that no longer matches any file, or a wrong folder, would otherwise mean "delete all". */
function emptyWorkspace({ allow, desired, environment, ledger }: Planning): Refusal | undefined {
  if (desired.length > 0 || allow.empty === true) return undefined;
  const addresses = Object.keys(ledger.resources).sort() as Refusal['addresses'][number][];
  if (addresses.length === 0) return undefined;
  return {
    gate: 'empty',
    fact: { code: 'nothing-declared', environment: environment.name },
    addresses,
  };
}

function exposure(planning: Planning, steps: readonly Step[]): Refusal | undefined {
  const approvals = unapproved(planning, steps);
  if (approvals.length === 0) return undefined;
  const addresses = approvals.map(({ address }) => address);
  return { gate: 'exposure', fact: { code: 'less-protected' }, addresses, approvals };
}

/**
 * The approvals that exposures need: those of the same change of several resources are one group, and those of a like
 * one.
 */
function unapproved({ environment }: Planning, steps: readonly Step[]): readonly AskedApproval[] {
  const exposed = steps.filter((step) => step.exposure?.isAllowed === false);
  const open = [...new Map(exposed.map((step) => [step.address, step])).values()];
  const askedBy = new Map(
    open.map(({ address, exposure: found }): [string, AskedApproval] => [
      address,
      { allow: 'exposure', address, environment: environment.name, change: found?.change ?? '' },
    ]),
  );
  const isAsked = ({ address }: Step): boolean => askedBy.get(address)?.group === undefined;
  for (const keyOf of [sameChange, alikeChange])
    for (const [key, group] of groupBy(open.filter(isAsked), keyOf))
      if (key !== undefined)
        for (const asked of grouped(group.flatMap(({ address }) => askedBy.get(address) ?? [])))
          askedBy.set(asked.address, asked);
  return [...askedBy.values()];
}

/** The approvals with the id that covers them all, which depends on each of theirs; unchanged if they are few. */
function grouped(asked: readonly AskedApproval[]): readonly AskedApproval[] {
  if (asked.length < leastSame) return asked;
  const group = idHash(asked.map(({ change }) => change).sort());
  return asked.map((approval) => ({ ...approval, group }));
}

/**
 * The steps with the exposures approved whose change id, or that of their group, `--allow-exposure` names. Resources
 * are named there by their addresses as well (exposure.ts), but an id approves nothing that its reader did not see.
 */
export function withNamedChanges(
  planning: Planning,
  { all, chosen }: Record<'all' | 'chosen', readonly Step[]>,
): Record<'all' | 'chosen', readonly Step[]> {
  const ids = new Set<string>(planning.allow.exposure.filter((name) => !name.includes('/')));
  if (ids.size === 0) return { all, chosen };
  const named = new Set(
    unapproved(planning, [...all, ...chosen])
      .filter(({ change, group }) => ids.has(change) || (group !== undefined && ids.has(group)))
      .map(({ address }) => address),
  );
  const allow = (step: Step): Step =>
    step.exposure === undefined || !named.has(step.address)
      ? step
      : { ...step, exposure: { ...step.exposure, isAllowed: true } };
  return { all: all.map(allow), chosen: chosen.map(allow) };
}

function deletes(planning: Planning, steps: readonly Step[]): Refusal | undefined {
  const { settings, allow } = planning;
  const most = allow.deletes ?? settings.safety.max_deletes;
  const all = steps.filter(({ action }) => action === 'delete');
  const left = all.filter((step) => approvalsFor(planning, 'delete', step).length === 0);
  if (left.length <= most) return undefined;
  return {
    gate: 'max_deletes',
    fact: { code: 'too-many-deletes', ...limitOf(planning, 'max_deletes', most) },
    addresses: left.map(({ address }) => address),
    approvals: grouped(
      left.map(({ address, hash }) => ({
        allow: 'delete',
        address,
        environment: planning.environment.name,
        change: hash,
      })),
    ),
  };
}

/** The limit; with the looser value of the files if the base has a stricter one. */
function limitOf(
  { loosened, settings }: Planning,
  name: Limit,
  most: number,
): { readonly most: number; readonly here?: number; readonly ref?: string } {
  const here = most === settings.safety[name] ? loosened?.limits[name] : undefined;
  return { most, ...(here === undefined || loosened === undefined ? {} : { here, ref: loosened.ref }) };
}

/** With fewer objects than this, a percentage is meaningless. */
const fewest = 10;

function changedPercent(planning: Planning, steps: readonly Step[]): Refusal | undefined {
  const { ledger, settings, allow } = planning;
  const known = Object.keys(ledger.resources).length;
  if (known < fewest) return undefined;
  const most = allow.changedPercent ?? settings.safety.max_changed_percent;
  const isCounted = ({ action, address, formerly }: Step): boolean =>
    action === 'update' ||
    action === 'delete' ||
    action === 'retire' ||
    (action === 'create' && ledger.resources[formerly ?? address] !== undefined);
  const changed = steps.filter(isCounted);
  const percent = Math.ceil((changed.length / known) * 100);
  if (percent <= most) return undefined;
  return {
    gate: 'max_changed_percent',
    fact: {
      code: 'too-many-changes',
      changed: changed.length,
      known,
      percent,
      ...limitOf(planning, 'max_changed_percent', most),
    },
    addresses: changed.map(({ address }) => address),
  };
}

/** The ledger remembers protection, so deleting the YAML does not lift it. */
function protect({ ledger }: Planning, steps: readonly Step[]): Refusal | undefined {
  const ending = steps.filter(
    ({ action }) => action === 'delete' || action === 'retire' || action === 'forget',
  );
  const guarded = ending.filter(
    ({ address, isProtected, liveHash }) =>
      liveHash !== undefined && (isProtected || ledger.resources[address]?.is_protected === true),
  );
  if (guarded.length === 0) return undefined;
  return {
    gate: 'protect',
    fact: { code: 'protected' },
    addresses: guarded.map(({ address }) => address),
  };
}
