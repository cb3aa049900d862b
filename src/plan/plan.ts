/**
 * Computes the differences between live and desired state, as a value.
 *
 * Three things are compared: the YAML (`desired`), the API's response (`live`), and the ledger's record of our last
 * write: the request (`applied`) and the response right after it (`observed`). They distinguish our changes from
 * outside changes and from server defaults.
 *
 * Passes: pair each address with its live object; decide one or two steps for each pair; block steps that take an
 * identity held by a different object; put the steps in order; run the gates. All passes are pure: the same input gives
 * the same plan, byte for byte.
 */
import type { Step } from '../model/plan/step.ts';
import type { Plan } from '../model/plan/plan.ts';
import type { Secret } from '../model/secret.ts';
import { knownSecrets, managedIn } from '../derive/secrets/known-secrets.ts';
import { matchesOnly } from '../domain/address-filter.ts';
import { blockShared } from './collision/block-shared.ts';
import { blockCollisions } from './collision/collision.ts';
import { countSteps } from './finish/count-steps.ts';
import { describeSteps } from './finish/describe-steps.ts';
import { decide } from './steps/decide.ts';
import { gatePossibleExposure } from './exposure/gate-possible-exposure.ts';
import { withFilledIn } from './finish/filled-in.ts';
import { stopUnsafe, withGate } from './moments/gate.ts';
import { askOtherEnvironments } from './moments/other-environments.ts';
import { hideKnown } from './finish/hide-known.ts';
import { approvalsOf, openPlanning, type Planning, type PlanInput } from './input.ts';
import { notesOf } from './finish/notes.ts';
import { stepsInOrder } from './finish/order.ts';
import { pairUp, type Pair } from './steps/pair.ts';
import { refusalsOf } from './gates/refusals.ts';
import { blockStillNamed } from './steps/still-named.ts';
import { suggestRenames } from './steps/suggest-renames.ts';
import { exposeUnseen } from './exposure/unseen-exposure.ts';
import { blockUnknown } from './steps/unknown-creates.ts';
import { blockUnsettled } from './steps/unsettled-writes.ts';

export function plan(input: PlanInput): Plan {
  const { environment, ledger, settings, only = [], secrets, secretNames = [] } = input;
  const planning = openPlanning(input);
  const pairs = pairUp(planning);
  const decided = blockShared(
    planning,
    pairs,
    blockUnknown(
      planning,
      blockUnsettled(
        planning,
        pairs,
        pairs.flatMap((pair) => decide(planning, pair)),
      ),
    ),
  );
  const everything = blockWaiting(planning, pairs, decided);
  const all = settled(planning, pairs, everything);
  // Identities freed by steps that a filter leaves out are not available to the chosen ones.
  const chosen = only.length === 0 ? all : filtered(planning, pairs, { decided, everything });
  const described = describeSteps(planning, pairs, chosen);
  const seen = (): readonly Secret[] => managedIn(planning).flatMap(knownSecrets);
  const steps = hideKnown(described, { names: secretNames, lookup: secrets, seen }).map((step) =>
    withFilledIn(step, settings),
  );
  // The gates check the whole plan: a filter narrows the steps that are done, never those that are checked.
  const refusals = refusalsOf(planning, all, steps);
  return {
    format: 1,
    environment: environment.name,
    lineage: ledger.lineage,
    serial: ledger.serial,
    steps: withApprovals(planning, steps),
    notes: notesOf(planning, { pairs, all, steps }),
    refusals,
    summary: countSteps(steps),
  };
}

/** The steps in order, each checked against the state that really results: `rest` is wanted but filtered out. */
function settled(
  planning: Planning,
  pairs: readonly Pair[],
  steps: readonly Step[],
  rest: readonly Step[] = [],
): readonly Step[] {
  let chosen = steps;
  for (;;) {
    const safe = stopUnsafe(planning, { chosen, all: [...chosen, ...rest] });
    if (safe === chosen) break;
    chosen = blockWaiting(planning, pairs, safe, rest);
  }
  const gated = askOtherEnvironments(planning, withGate(planning, suggestRenames(pairs, chosen)));
  const checked = gated.map((step) => gatePossibleExposure(planning, step));
  return stepsInOrder(exposeUnseen(planning, checked));
}

/** The steps chosen by `--only`. */
function filtered(
  planning: Planning,
  pairs: readonly Pair[],
  { decided, everything }: { readonly decided: readonly Step[]; readonly everything: readonly Step[] },
): readonly Step[] {
  const isChosen = chosenBy(planning.only ?? [], planning.desired);
  const some = blockWaiting(planning, pairs, decided.filter(isChosen), everything);
  return settled(
    planning,
    pairs,
    some,
    everything.filter((step) => !isChosen(step)),
  );
}

/** Blocks until stable: an object that stays frees no identity, and a step blocked by that may prevent a removal. */
function blockWaiting(
  planning: Planning,
  pairs: readonly Pair[],
  decided: readonly Step[],
  all: readonly Step[] = [],
): readonly Step[] {
  let steps = blockCollisions(planning, pairs, decided);
  for (;;) {
    const next = blockStillNamed(planning, pairs, steps, [...all, ...steps]);
    if (next === steps || next.every((step, index) => step === steps[index])) return steps;
    steps = blockCollisions(planning, pairs, next);
  }
}

function chosenBy(only: readonly string[], desired: PlanInput['desired']): (step: Step) => boolean {
  const labels = new Map(desired.map((resource) => [resource.address, resource.labels]));
  return ({ address }) => matchesOnly({ address, labels: labels.get(address) ?? {} }, only);
}

/** Each step that is done, with its approvals: these are marked as used when it is applied. */
function withApprovals({ used, approved }: Planning, steps: readonly Step[]): readonly Step[] {
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
