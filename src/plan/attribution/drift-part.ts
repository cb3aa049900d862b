/**
 * The drift of an environment, taken from its plan. That plan is made with every outside change reported, regardless of
 * `drift:` and approvals: a change that the next apply reverts is still drift until then. Each step then states what
 * will happen to it.
 */
import { isWeakened, type Step } from '../../model/plan/step.ts';
import { addressHash } from '../../derive/forms/owner-id.ts';
import { kinds } from '../../kinds/index.ts';
import type { Drift } from '../../model/drift.ts';
import type { Live } from '../../model/live.ts';
import type { Plan, PlanNote } from '../../model/plan/plan.ts';
import type { Approval } from '../../model/workspace/workspace-document.ts';
import { adoptClaim, claimOn } from '../obstacles/claims.ts';
import type { PlanInput } from '../input.ts';
import { untrackedLive } from '../steps/untracked-live.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import { approvalsOf, approves } from '../given-approvals.ts';
import type { Neighbor } from '../obstacles/neighbor.ts';

interface DriftInput extends Pick<PlanInput, 'ledger' | 'live' | 'settings'> {
  /** Made with `drift: report` and without the approvals that `isUndoing` names. */
  readonly plan: Plan;
  /** As declared in the files. */
  readonly environment: Pick<Environment, 'name' | 'drift' | 'adopt'>;
  readonly approvals: readonly Approval[];
}

/** Whether the approval lets Edgewright revert or recreate what was changed outside. */
export function isUndoing({ allow }: Approval): boolean {
  return allow === 'revert' || allow === 'recreate';
}

export function driftPart(input: DriftInput): Drift {
  const { plan, ledger } = input;
  const copies = new Set(
    untrackedLive(input)
      .filter((live) => !isAwaited(live, ledger))
      .map(({ kind, marker }) => `${kind} ${marker?.address ?? ''}`),
  );
  const steps = plan.steps
    .filter((step) => isOutside(step) || isCopy(step, copies) || isUnknownOutcome(step))
    .map((step) => withFuture(step, input));
  const notes = plan.notes.filter((note) => isDriftNote(note) || isTakenOver(note) || note.topic === 'scope');
  const drifted = [...steps.filter(isOpen), ...notes.filter(isDriftNote)];
  const settled = [...steps, ...notes.filter(isTakenOver)];
  return {
    environment: plan.environment,
    lineage: plan.lineage,
    serial: plan.serial,
    objects: Object.keys(ledger.resources).length,
    ...countObjects(input, { drifted, settled }),
    steps,
    notes,
  };
}

/**
 * The listed objects that could be managed, and that nothing claims: no ledger, no line of `adopt:` of these
 * environments and no marker of a workspace.
 */
export function unclaimedLive(
  { live, ledger, environment }: Pick<DriftInput, 'live' | 'ledger' | 'environment'>,
  neighbors: readonly Neighbor[],
): readonly Live[] {
  const claiming = { ledger, environment, neighbors };
  const ownKeys = new Set(
    [...Object.values(ledger.resources), ...Object.values(ledger.orphans), ...environment.adopt].map(
      ({ id }) => id,
    ),
  );
  return live.listed.filter(
    (candidate) =>
      candidate.isManageable &&
      candidate.marker === undefined &&
      !ownKeys.has(candidate.id) &&
      claimOn(claiming, candidate) === undefined &&
      adoptClaim(claiming, candidate.id) === undefined,
  );
}

/** Whether any drift still needs a decision. Drift that the files have adopted or no longer declare does not. */
export function hasDrift({ steps, notes }: Drift): boolean {
  return steps.some(isOpen) || notes.some(isDriftNote);
}

/** The resources that changed outside Edgewright, those that lost protection first. */
export function driftedAddresses(drift: Drift): readonly Address[] {
  if (!hasDrift(drift)) return [];
  const open = [
    ...drift.steps.filter(isWeakened),
    ...drift.steps.filter(({ action }) => action !== 'forget'),
    ...drift.notes.filter(({ topic }) => topic === 'undeclared-drift'),
  ];
  return [...new Set(open.flatMap(({ address }) => address ?? []))];
}

type AddressList = readonly { readonly address?: Step['address'] }[];

/** Each object counts once; a renamed one counts under its new address. */
function countObjects(
  { plan, ledger }: DriftInput,
  { drifted, settled }: { readonly drifted: AddressList; readonly settled: AddressList },
): Pick<Drift, 'untouched' | 'settled'> {
  const now = new Map(plan.steps.map(({ address, formerly }) => [formerly ?? address, address]));
  const [open, done] = [drifted, settled].map((named) => new Set(named.map(({ address }) => address)));
  const known = (Object.keys(ledger.resources) as Step['address'][]).map((old) => now.get(old) ?? old);
  const closed = known.filter((address) => open?.has(address) !== true);
  const settledOf = closed.filter((address) => done?.has(address)).length;
  return { untouched: closed.length - settledOf, settled: settledOf };
}

/** Whether the outcome of a create is unknown: which is not drift, and hides what is live until it is settled. */
export function hasUnknownOutcome({ steps }: Drift): boolean {
  return steps.some(isUnknownOutcome);
}

/** A `forget` needs no decision: the object is gone from both the files and the API. */
function isOpen(step: Step): boolean {
  return step.action !== 'forget' && !isUnknownOutcome(step);
}

/** A create without a response. */
function isUnknownOutcome({ unknown }: Step): boolean {
  return unknown !== undefined;
}

/** Drifted, changed both in the files and outside, or deleted outside Edgewright. */
function isOutside({ action, changes, since, liveHash }: Step): boolean {
  return (
    action === 'drift' ||
    (action === 'blocked' && (since !== undefined || changes.some(({ cause }) => cause === 'outside'))) ||
    (action === 'forget' && liveHash === undefined)
  );
}

/** A live object carries the marker of this address but is not in the ledger. */
function isCopy({ action, kind, address }: Step, copies: ReadonlySet<string>): boolean {
  return (action === 'adopt' || action === 'blocked') && copies.has(`${kind} ${addressHash(address)}`);
}

/** Made by a create of ours without a response: the next apply adopts it, and nothing was changed outside. */
function isAwaited({ marker }: Live, { unknown = {} }: DriftInput['ledger']): boolean {
  return Object.values(unknown).some(({ op }) => op === marker?.op);
}

function isTakenOver({ topic }: PlanNote): boolean {
  return topic === 'taken-over';
}

function isDriftNote({ topic, address }: PlanNote): boolean {
  // An orphan has an address while the ledger has it; without an address it carries our marker for an unknown reason.
  return (
    topic === 'undeclared-drift' || topic === 'sent-test' || (topic === 'orphan' && address === undefined)
  );
}

/** The step with the effect of the next apply, if an approval or `drift: revert` already decides it. */
function withFuture(step: Step, { environment, approvals }: DriftInput): Step {
  if (step.action !== 'drift' && step.action !== 'blocked') return step;
  const isGone = step.changes.length === 0;
  const allow = isGone ? 'recreate' : 'revert';
  const isApproved = approvalsOf(approvals, step.address).some((approval) =>
    approves(approval, allow, { change: step.hash, environment: environment.name }),
  );
  const isRule = !isGone && environment.drift === 'revert';
  const isPossible = isGone || kinds[step.kind].operations.update !== undefined;
  if (!isPossible || !(isApproved || isRule)) return step;
  const code = isGone ? 'recreated-by-approval' : isApproved ? 'reverted-by-approval' : 'reverted-by-rule';
  return { ...step, reason: { code }, remedies: [] };
}
