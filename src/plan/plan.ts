/**
 * Computes the differences between live and desired state, as a value.
 *
 * Three things are compared: the YAML (`desired`), the API's response (`live`), and the ledger's record of our last
 * write: the request (`applied`) and the response right after it (`observed`). They distinguish our changes from
 * outside changes and from server defaults.
 *
 * Passes: pair each address with its live object; decide the steps of each pair; block steps that have an
 * obstacle (listed in `obstacles/block-steps.ts`); run the gates; put the steps in order. All passes are pure: the same
 * input gives the same plan, byte for byte. What they find beside steps they return with them, as a `Decision`.
 */
import { type PlanInput, openPlanning, type Planning } from './input.ts';
import type { Plan } from '../model/plan/plan.ts';
import { withOwnActions, noOwnActions } from '../derive/policy/own-actions.ts';
import { withForwardSides } from './exposure/forward-sides.ts';
import { pairUp, type Pair } from './steps/pair.ts';
import { allOf, type Decision, decision } from './steps/decision.ts';
import { withUnknownCreates } from './obstacles/unknown-creates.ts';
import { blockSteps } from './obstacles/block-steps.ts';
import { describeSteps, countSteps } from './finish/describe-steps.ts';
import { withFilledIn } from './finish/filled-in.ts';
import { withNamedChanges, refusalsOf, neededBy } from './gates/refusals.ts';
import { notesOf } from './finish/notes.ts';
import type { Step } from '../model/plan/step.ts';
import { askOtherEnvironments } from './during-apply/other-environments.ts';
import { withGate } from './during-apply/gate.ts';
import { suggestRenames } from './steps/suggest-renames.ts';
import { stepsInOrder } from './finish/step-order.ts';
import { matchesOnly } from '../text/patterns/address-filter.ts';
import type { Approval } from '../model/workspace/workspace-document.ts';
import { approvalsFor, approvalsOf } from './given-approvals.ts';
import { exposing } from './exposure/exposure.ts';
import { isProtected } from './steps/make-step.ts';
import { createStep } from './steps/create-step.ts';
import { adoptStep, ambiguousStep } from './steps/adopt.ts';
import { managedSteps } from './steps/managed-steps.ts';
import { removedStep, orphanSteps } from './steps/removed-step.ts';

export function plan(input: PlanInput): Plan {
  return withOwnActions(input.settings.trafficPolicy?.actions ?? noOwnActions, () =>
    withForwardSides(input, () => planOf(input)),
  );
}

function planOf(input: PlanInput): Plan {
  const { environment, ledger, settings, only = [] } = input;
  const planning = openPlanning(input);
  const pairs = pairUp(planning);
  const found = allOf(pairs.map((pair) => decide(planning, pair)));
  const decided = withUnknownCreates(planning, found.steps);
  const unblocked = blockSteps({ planning, pairs, steps: decided, rest: [] });
  const all = checked(planning, pairs, unblocked);
  const chosen =
    only.length === 0 ? all : checked(planning, pairs, filtered(planning, pairs, { decided, unblocked }));
  const described = describeSteps(planning, pairs, chosen);
  const shown = described.map((step) => withFilledIn(step, settings));
  const allowed = withNamedChanges(planning, { all, chosen: shown });
  const steps = allowed.chosen;
  // A step that is blocked since has used its approval all the same.
  const used = new Set([...found.used, ...approvalsIn(planning, [...decided, ...all, ...chosen])]);
  const refusals = refusalsOf(
    planning,
    only.length === 0 ? allowed.all : neededBy(allowed.all, steps),
    steps,
  );
  return {
    format: 1,
    environment: environment.name,
    lineage: ledger.lineage,
    serial: ledger.serial,
    steps: withApprovals(planning, steps, used),
    notes: notesOf(planning, { ...found, used, pairs, all, steps }),
    refusals,
    summary: countSteps(steps),
  };
}

/** The steps in order, each checked against the state that really results. */
function checked(planning: Planning, pairs: readonly Pair[], steps: readonly Step[]): readonly Step[] {
  const gated = askOtherEnvironments(planning, withGate(planning, suggestRenames(pairs, steps)));
  return stepsInOrder(gated.map((step) => gatePossibleExposure(planning, step)));
}

/** The steps chosen by `--only`. The others free no identity for them, and protect no URL. */
function filtered(
  planning: Planning,
  pairs: readonly Pair[],
  { decided, unblocked }: { readonly decided: readonly Step[]; readonly unblocked: readonly Step[] },
): readonly Step[] {
  const isChosen = chosenBy(planning.only ?? [], planning.desired);
  const rest = unblocked.filter((step) => !isChosen(step));
  return blockSteps({ planning, pairs, steps: decided.filter(isChosen), rest });
}

function chosenBy(only: readonly string[], desired: PlanInput['desired']): (step: Step) => boolean {
  const labels = new Map(desired.map((resource) => [resource.address, resource.labels]));
  return ({ address }) => matchesOnly({ address, labels: labels.get(address) ?? {} }, only);
}

/** The approvals that these steps need for what they expose, and for their deletes. */
function approvalsIn(planning: Planning, steps: readonly Step[]): readonly Approval[] {
  if (planning.approvals.length === 0) return [];
  return steps.flatMap(({ address, action, hash, exposure }) => [
    ...(exposure === undefined ? [] : approvalsFor(planning, 'exposure', { address, hash: exposure.change })),
    ...(action === 'delete' ? approvalsFor(planning, 'delete', { address, hash }) : []),
  ]);
}

/** Each step that is done, with its approvals: these are marked as used when it is applied. */
function withApprovals(
  { approved }: Planning,
  steps: readonly Step[],
  used: ReadonlySet<Approval>,
): readonly Step[] {
  if (used.size === 0 && approved === undefined) return steps;
  const all = [...used];
  return steps.map((step) => {
    const { action, address, formerly = address } = step;
    if (action === 'drift' || action === 'blocked') return step;
    const given = [
      ...approvalsOf(all, address),
      ...(approved?.get(address) ?? approved?.get(formerly) ?? []),
    ];
    const byChange = new Map(given.map(({ allow, change }) => [change, { address, allow, change }]));
    return byChange.size === 0 ? step : { ...step, approvals: [...byChange.values()] };
  });
}

/** Requires an approval for a step that is sent and may expose something that cannot be checked. */
function gatePossibleExposure(planning: Planning, step: Step): Step {
  if (step.possibleExposure === undefined || step.exposure !== undefined || step.requests.length === 0)
    return step;
  const { possibleExposure, ...rest } = step;
  return exposing(planning, rest, { direction: 'unknown', reasons: possibleExposure });
}

/** The steps for a pair; protected if its address or a former one is. */
function decide(planning: Planning, pair: Pair): Decision {
  const decided = decisionOn(planning, pair);
  if (!('desired' in pair) || pair.desired.formerly.length === 0) return decided;
  if (!pair.desired.formerly.some((address) => isProtected(planning.settings, address))) return decided;
  return { ...decided, steps: decided.steps.map((step) => ({ ...step, isProtected: true })) };
}

/** Up to three steps: our change, an outside change, and a field that is not kept; none for an orphan that is live. */
function decisionOn(planning: Planning, pair: Pair): Decision {
  switch (pair.type) {
    case 'new':
      return decision([createStep(planning, pair.desired)]);
    case 'adopted':
      return decision([adoptStep(planning, pair)]);
    case 'ambiguous':
      return decision([ambiguousStep(planning, pair)]);
    case 'managed':
      return managedSteps(planning, pair);
    case 'removed':
      return removedStep(planning, pair);
    case 'orphan':
      return orphanSteps(planning, pair);
  }
}
