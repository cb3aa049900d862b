/**
 * Whose change each change is. The files of the base are planned against the same reading of the API and the same
 * ledger as those of head, under the same gates. What both plans do to one object was pending before the pull request;
 * what only head's does is its doing. What someone changed outside is told by its cause, in head's plan alone, so
 * that it is known also where the base has no plan.
 *
 * Compared is what will be: the path and the value. A field that base changes to something else is the pull request's.
 * Fields are only compared where two steps act on the same object in the same way: what a create or a delete does to a
 * field is not an update of it.
 */
import { isSilentStep } from '../../model/plan/step.ts';
import type { Step } from '../../model/plan/step.ts';
import type { FieldChange, Attribution } from '../../model/plan/change.ts';
import { canonicalJson } from '../../text/hash.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Json } from '../../model/value.ts';
import type { Address } from '../../model/workspace.ts';

export interface Compared {
  readonly head: Pick<Plan, 'steps'>;
  /** Undefined where the base has none: no such environment, no workspace. */
  readonly base: Pick<Plan, 'steps'> | undefined;
  readonly ledger: Pick<LedgerState, 'resources'>;
}

export interface AttributedSteps {
  /** Each change and each step with its attribution; silent steps have none. */
  readonly steps: readonly Step[];
  /** Those with something that the pull request does not cause. */
  readonly unattributed: readonly Step[];
}

/** The steps of head, each with whose doing it is. */
export function attributed({ head, base, ledger }: Compared): AttributedSteps {
  const before = stepsByName(base?.steps ?? []);
  const unattributed: Step[] = [];
  const steps = head.steps.map((step) => {
    if (isSilentStep(step)) return step;
    const others = new Set(stepAddresses(step).flatMap((name) => before.get(name) ?? []));
    const { isPending, ...checked } = attributedStep(step, [...others], isMadeAgain(step, ledger));
    if (isPending) unattributed.push(checked);
    return checked;
  });
  return { steps, unattributed };
}

/** By the address, and by the one that a renamed resource had. */
export function stepsByName(steps: readonly Step[]): ReadonlyMap<string, readonly Step[]> {
  const found = new Map<string, Step[]>();
  for (const step of steps) {
    if (isSilentStep(step)) continue;
    for (const name of new Set(stepAddresses(step))) found.set(name, [...(found.get(name) ?? []), step]);
  }
  return found;
}

export function stepAddresses({ address, formerly }: Step): readonly Address[] {
  return formerly === undefined ? [address] : [address, formerly];
}

/** A create of what the ledger knows: someone deleted it, and an approval has it made again. */
function isMadeAgain({ action, address, formerly }: Step, { resources }: Compared['ledger']): boolean {
  return action === 'create' && resources[formerly ?? address] !== undefined;
}

/** In the order in which a step names those of its changes. */
const order: readonly Attribution[] = ['pull-request', 'pending', 'undoes-outside', 'drift'];

/** What the base does to the same object. */
interface There {
  /** The step that does the same. */
  readonly twin: Step | undefined;
  readonly others: readonly Step[];
  readonly results: ReadonlySet<string>;
  /** What it shows as changed outside, undone or not. */
  readonly drifted: ReadonlySet<string>;
  /** What it undoes of what someone changed outside. */
  readonly undone: ReadonlySet<string>;
}

function attributedStep(
  step: Step,
  found: readonly Step[],
  isAgain: boolean,
): Step & { readonly isPending: boolean } {
  const others = found.filter((other) => isSameObject(step, other));
  const changes = others.filter((other) => isSameWay(step, other)).flatMap((other) => other.changes);
  const twin = others.find((other) => isSameDeed(step, other));
  const isOutside = ({ cause }: FieldChange): boolean => cause === 'outside';
  const undone = twin?.action === 'update' ? twin.changes.filter(isOutside) : [];
  const there: There = {
    twin,
    others,
    results: new Set(changes.filter((change) => !isOutside(change)).map(resultOf)),
    drifted: new Set(changes.filter(isOutside).map(resultOf)),
    undone: new Set(undone.map(resultOf)),
  };
  const checked = step.changes.map((change) => ({
    ...change,
    attribution: isAgain ? ('undoes-outside' as const) : attributionOf(step, change, there),
  }));
  const all = new Set([...checked.map(({ attribution }) => attribution), ...ofStep(step, there, isAgain)]);
  // To let go of what is gone is a decision.
  const isLetGo = step.action === 'forget' && twin === undefined;
  const isPending =
    all.has('pending') ||
    (all.has('drift') && !isLetGo) ||
    (isAgain && twin !== undefined) ||
    checked.some((change) => change.attribution === 'undoes-outside' && there.undone.has(resultOf(change)));
  return { ...step, changes: checked, attribution: order.filter((each) => all.has(each)), isPending };
}

function attributionOf({ action }: Step, change: FieldChange, { results, drifted }: There): Attribution {
  const result = resultOf(change);
  // In a module that both changed, the cause no longer tells one's fields from the other's.
  if (change.cause === 'outside' || drifted.has(result))
    return action === 'update' ? 'undoes-outside' : 'drift';
  return results.has(result) ? 'pending' : 'pull-request';
}

/** What is said of a step beside its changes: whose decision it is, and what someone did to the object. */
function ofStep(step: Step, { twin, others }: There, isAgain: boolean): readonly Attribution[] {
  const { action, changes, formerly } = step;
  const said: Attribution[] = [];
  if (isAgain || (action === 'update' && isDriftedThere(step, others))) said.push('undoes-outside');
  const isOutside = action === 'drift' || isConflict(step) || isGone(step);
  if (isOutside) said.push('drift');
  // An outside change is held without anybody's decision.
  if (twin === undefined && (action !== 'drift' || formerly !== undefined)) said.push('pull-request');
  if (twin !== undefined && changes.length === 0 && !isOutside) said.push('pending');
  return said;
}

/** Whether base's plan shows a field that this step writes as changed outside. */
function isDriftedThere({ changes }: Step, others: readonly Step[]): boolean {
  const paths = new Set(changes.map(({ path }) => path));
  return others.some((other) =>
    other.changes.some(({ cause, path }) => paths.has(path) && (cause === 'outside' || isConflict(other))),
  );
}

/** Changed in the files and outside too. */
function isConflict({ action, since }: Step): boolean {
  return action === 'blocked' && since !== undefined;
}

/** The API answered 404 for it. */
function isGone({ action, liveHash }: Step): boolean {
  return action === 'forget' && liveHash === undefined;
}

function isSameObject(one: Step, other: Step): boolean {
  return one.kind === other.kind && one.id === other.id;
}

const fieldwise: readonly Step['action'][] = ['update', 'drift', 'blocked'];

function isSameWay(one: Step, other: Step): boolean {
  return one.action === other.action || (fieldwise.includes(one.action) && fieldwise.includes(other.action));
}

function isSameDeed(one: Step, other: Step): boolean {
  return (
    one.action === other.action &&
    one.formerly === other.formerly &&
    (one.action !== 'blocked' || isSameReason(one, other))
  );
}

function isSameReason(one: Step, other: Step): boolean {
  const [mine, theirs] = [one, other].map(({ reason }) => canonicalJson({ ...reason }));
  return mine === theirs;
}

/** What will be, masked; what is known of a secret tells one reference from another. */
function resultOf({ path, after, secret }: FieldChange): string {
  return canonicalJson([path, (secret as Json | undefined) ?? null, ...(after === undefined ? [] : [after])]);
}
