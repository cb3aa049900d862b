/** The way of one request, of all that is possible: what an unknown fact would change is told at its step. */
import { withoutWritten } from '../derive/secrets/written-secrets.ts';
import type { SimulationPlace, MessageChange, SimulatedOutcome } from '../model/traffic/simulation.ts';
import type { PlanOrigin } from '../model/plan/change.ts';
import { gotOf, type GotFact } from '../model/traffic/got.ts';
import type { RequestWay, TraceAnswer, WayStep } from '../model/traffic/trace.ts';
import { parseRequest } from '../routing/traffic/request.ts';
import { selectionsOf } from '../routing/traffic/select-server.ts';
import { headerValue } from './messages.ts';
import { openSimulator } from './simulate.ts';
import type { SimulatorOptions } from './walk.ts';
import type { Knowable, Unknown } from '../model/traffic/unknown.ts';
import type { RequestFacts } from '../model/traffic/request-facts.ts';

export interface TraceContext extends SimulatorOptions {
  /** Where something is declared; undefined for a live object. */
  readonly originOf: (place: SimulationPlace) => PlanOrigin | undefined;
}

/** The answers of one side to a request: one for each edge that may have its host. */
export function traceSide(
  { side, nameOf, originOf }: TraceContext,
  facts: RequestFacts,
): readonly TraceAnswer[] {
  const parsed = parseRequest(facts.url, facts);
  if ('problem' in parsed) return [];
  const outcomesOf = openSimulator({ side, nameOf });
  const shown = withoutWritten(side.servers);
  const addressOrigin = (address: string) => originOf({ address, path: [] });
  return selectionsOf(side, parsed.request, addressOrigin).map((selection) => {
    const { edge } = selection;
    const given = edge === undefined ? facts.given : { ...facts.given, edge };
    const way = shown(wayIn([...outcomesOf({ ...facts, given })]));
    const steps = way.steps.map((step): WayStep => {
      const origin = 'at' in step ? originOf(step.at) : undefined;
      return origin === undefined ? step : { ...step, origin };
    });
    return { ...selection, way: { ...way, steps } };
  });
}

/** An outcome with its assumptions in order. */
interface Branch {
  readonly outcome: SimulatedOutcome;
  readonly assumed: readonly boolean[];
}

/** Of all outcomes, the one with the most steps: a request that passes shows more than one that is refused first. */
function wayIn(outcomes: readonly SimulatedOutcome[]): RequestWay {
  const branches = outcomes.map((outcome) => ({ outcome, assumed: assumptionsOf(outcome) }));
  const [shown, ...more] = branches.toSorted((a, b) => stepCount(b.outcome) - stepCount(a.outcome));
  if (shown === undefined) throw new Error('a request has an outcome');
  const { outcome } = shown;
  const missing = new Map<string, Unknown>();
  let at = 0;
  const steps = outcome.events.flatMap((event): readonly WayStep[] => {
    if (event.code !== 'undecided') return [event];
    const index = at++;
    const apart = more.filter((branch) => splitOf(shown, branch) === index);
    // An assumption that was made before is not one more.
    if (apart.length === 0) return [];
    const along = [shown, ...more.filter((branch) => splitOf(shown, branch) > index)];
    const otherwise = resultsOf(apart);
    const isSame = isSameSet(otherwise, resultsOf(along));
    if (!isSame) missing.set(JSON.stringify(event.unknown), event.unknown);
    return [{ ...event, otherwise: isSame ? [] : otherwise }];
  });
  if (outcome.lost !== undefined) missing.set(JSON.stringify(outcome.lost), outcome.lost);
  const alike = more.filter((branch) => isSameSet(resultsOf([branch]), resultsOf([shown])));
  return {
    steps,
    results: resultsOf([shown, ...more]),
    missing: [...missing.values()],
    contradictions: outcomes.flatMap(({ contradictions = [] }) => contradictions),
    outcome,
    changes: changesOf(
      outcome,
      alike.map((branch) => branch.outcome),
    ),
  };
}

/** The changes that are left at the end. Where outcomes with the same result differ in a header, it is not known. */
function changesOf(outcome: SimulatedOutcome, alike: readonly SimulatedOutcome[]): readonly MessageChange[] {
  const changes = new Map<string, MessageChange>();
  for (const event of outcome.events) {
    if (event.code !== 'changed') continue;
    for (const change of event.changes) {
      if (change.code === 'variable' || outcome[change.of] === undefined) continue;
      const isHeader = change.code === 'header';
      const known = isHeader ? headerChange(change, outcome, alike) : change;
      const key = `${change.of} ${change.code} ${isHeader ? change.name : ''}`;
      if (known === undefined) changes.delete(key);
      else changes.set(key, known);
    }
  }
  return [...changes.values()];
}

type HeaderChange = Extract<MessageChange, { readonly code: 'header' }>;

/** Undefined if a later response does not have the header. */
function headerChange(
  { value: set, ...change }: HeaderChange,
  outcome: SimulatedOutcome,
  alike: readonly SimulatedOutcome[],
): HeaderChange | undefined {
  const valueIn = (simulated: SimulatedOutcome): Knowable<string> | undefined => {
    const { headers } = simulated[change.of] ?? {};
    return headers === undefined ? undefined : headerValue(headers, change.name);
  };
  const value = valueIn(outcome);
  const text = JSON.stringify(value);
  if (alike.some((simulated) => JSON.stringify(valueIn(simulated)) !== text))
    return { ...change, value: { unknown: { why: 'not-given', of: change.name } } };
  if (value === undefined) return set === undefined ? change : undefined;
  return { ...change, value };
}

function stepCount({ events, lost }: SimulatedOutcome): number {
  return lost === undefined ? events.filter(({ code }) => code !== 'undecided').length : 0;
}

function assumptionsOf({ events }: SimulatedOutcome): readonly boolean[] {
  return events.flatMap((event) => (event.code === 'undecided' ? [event.assumed] : []));
}

/** The number of assumptions that two outcomes share. */
function splitOf(branch: Branch, other: Branch): number {
  const index = branch.assumed.findIndex((assumed, at) => other.assumed[at] !== assumed);
  return index === -1 ? branch.assumed.length : index;
}

/** The results of outcomes, each once. */
function resultsOf(branches: readonly Branch[]): readonly GotFact[] {
  const results = branches.map(({ outcome }) => gotOf(outcome));
  return [...new Map(results.map((got) => [JSON.stringify(got), got])).values()];
}

function isSameSet(some: readonly GotFact[], others: readonly GotFact[]): boolean {
  const [first, other] = [some, others].map((all) => all.map((got) => JSON.stringify(got)).sort());
  return JSON.stringify(first) === JSON.stringify(other);
}
