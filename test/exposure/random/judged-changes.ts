/** Random changes, of which the plan refuses some, and the engine, asked for concrete requests, says which it must. */
import { gotOf } from '../../../src/model/traffic/got.ts';
import type { SimulatedOutcome } from '../../../src/model/traffic/simulation.ts';
import type { JsonObject } from '../../../src/model/value.ts';
import { lessProtected } from '../../../src/plan/exposure/less-protected.ts';
import { plan } from '../../../src/plan/plan.ts';
import type { KindName } from '../../../src/kinds/kind.ts';
import { edgesOf } from '../../../src/routing/edges.ts';
import { openSide } from '../../../src/routing/traffic/side-index.ts';
import { openSimulator } from '../../../src/simulate/simulate.ts';
import { baseInput } from '../../plan/plan-case.ts';
import { requestsOf, secrets, type Asked } from './boundary-requests.ts';
import { changeOf, changeOfOne, type RandomChange, type Side } from './random-change.ts';
import type { RequestFacts } from '../../../src/model/traffic/request-facts.ts';

export interface Tally {
  readonly changes: number;
  readonly refused: number;
  /** Changes of which some request shows that they open something. */
  readonly opening: number;
  readonly requests: number;
  readonly missed: readonly string[];
}

/** Changes that are planned together: each has its own hosts and upstreams. */
const together = 4;

/** Requests of a change. */
const requestsOfOne = 40;

/** Of the refused changes, one of so many is asked as well, so that it is known that refusals have reasons. */
const askedRefusals = 4;

/** Changes of workspaces, by the plan of them. */
export function judgedWorkspaces(from: number, count: number): Tally {
  return judged({ from, count, changeOf, refusedOf: refusedByPlan });
}

/** Changes of one endpoint or route, by the comparison that the plan asks for each. */
export function judgedResources(from: number, count: number): Tally {
  return judged({ from, count, changeOf: changeOfOne, refusedOf: refusedByComparison });
}

interface Judged {
  readonly from: number;
  readonly count: number;
  readonly changeOf: (seed: number) => RandomChange;
  readonly refusedOf: RefusedOf;
}

/** The seeds of the changes that are refused. */
type RefusedOf = (changes: readonly RandomChange[]) => ReadonlySet<number>;

function judged({ from, count, changeOf: draw, refusedOf }: Judged): Tally {
  const tally = { changes: count, refused: 0, opening: 0, requests: 0 };
  const missed: string[] = [];
  for (let done = 0; done < count; done += together) {
    const size = Math.min(together, count - done);
    const changes = Array.from({ length: size }, (_, index) => draw(from + done + index));
    const refused = refusedOf(changes);
    tally.refused += refused.size;
    for (const change of changes) {
      const isRefused = refused.has(change.seed);
      if (isRefused && change.seed % askedRefusals !== 0) continue;
      tally.requests += requestsOfOne;
      const shown = openedBy(change, requestsOf(change, requestsOfOne));
      if (shown === undefined) continue;
      tally.opening++;
      // The secret of a webhook is compared with the one that was applied, by the plan alone.
      if (!isRefused && refusedByPlan([change]).size === 0)
        missed.push(told(smallest(change, shown, refusedOf), shown));
    }
  }
  return { ...tally, missed };
}

const refusedByComparison: RefusedOf = (changes) =>
  new Set(changes.filter(isLessProtected).map(({ seed }) => seed));

function isLessProtected({ before, after }: RandomChange): boolean {
  const [was, is] = [sent(before), sent(after)];
  return Object.entries(was).some(
    ([address, spec]) =>
      lessProtected({ kind: kindOf(address), before: spec, after: is[address] ?? {} }).length > 0,
  );
}

function kindOf(address: string): KindName {
  return address.startsWith('endpoint/') ? 'endpoint' : 'https-route';
}

function refusedByPlan(changes: readonly RandomChange[]): ReadonlySet<number> {
  const was = Object.assign({}, ...changes.map(({ before }) => sent(before))) as Record<string, JsonObject>;
  const is = Object.assign({}, ...changes.map(({ after }) => sent(after))) as Record<string, JsonObject>;
  const gone = Object.keys(was).filter((address) => !(address in is));
  const lost = (address: string): JsonObject =>
    Object.fromEntries(
      Object.keys(was[address] ?? {}).flatMap((name) => (name in (is[address] ?? {}) ? [] : [[name, null]])),
    );
  const made = plan(
    baseInput({
      name: 'random changes',
      was,
      desired: {
        ...Object.fromEntries(
          Object.entries(is).map(([address, spec]) => [address, { ...lost(address), ...spec }]),
        ),
        ...Object.fromEntries(gone.map((address) => [address, null])),
      },
      safety: { max_deletes: 1000, max_changed_percent: 100 },
      secrets,
      expect: '',
    }),
  );
  const addresses = [
    ...made.refusals.filter(({ gate }) => gate === 'exposure').flatMap((refusal) => refusal.addresses),
    ...made.steps.filter(({ action }) => action === 'blocked').map(({ address }) => address),
  ];
  return new Set(addresses.map((address) => Number(address.split('-').at(-1))));
}

/** Specs as they are written to the service: a policy is a text. */
function sent(side: Side): Side {
  return Object.fromEntries(
    Object.entries(side).map(([address, { traffic_policy: policy, ...spec }]) => {
      if (policy === undefined) return [address, spec];
      const text = JSON.stringify(policy);
      return [address, { ...spec, traffic_policy: address.startsWith('endpoint/') ? text : { value: text } }];
    }),
  );
}

/** The first request that is kept out before, and of which more gets through after. */
function openedBy({ before, after }: RandomChange, asked: readonly Asked[]): Asked | undefined {
  const [was, is] = [engineOf(before), engineOf({ ...goneIn(before, after), ...after })];
  return asked.find((one) => {
    const old = was({ ...one.request, given: one.given(before) });
    if (!old.every(isKeptOut)) return false;
    const now = is({ ...one.request, given: one.given(after) });
    return (
      now.length > 0 &&
      now.every((outcome) => !isKeptOut(outcome) && old.every((each) => isMore(outcome, each)))
    );
  });
}

/** Nothing is left at the internal URLs of endpoints that are deleted. */
function goneIn(before: Side, after: Side): Side {
  const deny = { on_http_request: [{ actions: [{ type: 'deny', config: { status_code: 404 } }] }] };
  return Object.fromEntries(
    Object.entries(before).flatMap(([address, { url, bindings }]) =>
      bindings === undefined || url === undefined || address in after
        ? []
        : [[address, { url, bindings, traffic_policy: deny }]],
    ),
  );
}

function engineOf(side: Side): (facts: RequestFacts) => readonly SimulatedOutcome[] {
  const servers = Object.entries(sent(side)).map(([address, spec]) => ({
    address: address as `${KindName}/${string}`,
    kind: kindOf(address),
    spec,
  }));
  const simulator = openSimulator({
    side: openSide({ servers, edges: edgesOf([], []) }),
    nameOf: (id) => id,
  });
  return (facts) => [...simulator(facts)];
}

function isKeptOut(outcome: SimulatedOutcome): boolean {
  const { code } = gotOf(outcome);
  return code === 'closed' || code === 'login' || code === 'refused';
}

/** It reaches an upstream that it did not, or gets its answer that was kept back. */
function isMore(outcome: SimulatedOutcome, before: SimulatedOutcome): boolean {
  return outcome.request !== undefined && (before.request === undefined || gotOf(outcome).code === 'served');
}

/** The change without all that is not needed to be missed: rules, conditions, settings, resources, items of lists. */
function smallest(change: RandomChange, shown: Asked, refusedOf: RefusedOf): RandomChange {
  let best = change;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const next of smaller(best))
      if (isMissed(next, shown, refusedOf)) {
        best = next;
        isSmaller = true;
        break;
      }
  }
  return best;
}

function isMissed(change: RandomChange, shown: Asked, refusedOf: RefusedOf): boolean {
  try {
    return openedBy(change, [shown]) !== undefined && refusedOf([change]).size === 0;
  } catch {
    return false;
  }
}

/** The change without one part of both sides, or of one. */
function* smaller({ seed, before, after }: RandomChange): Generator<RandomChange> {
  for (const place of placesIn(before)) {
    const less = cut(before, place) as Side;
    yield { seed, before: less, after: cut(after, place) as Side };
    yield { seed, before: less, after };
  }
  for (const place of placesIn(after)) yield { seed, before, after: cut(after, place) as Side };
}

type Place = readonly string[];

function placesIn(value: unknown, at: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const place = [...at, key];
    return [...(isNeedless(value, place) ? [place] : []), ...placesIn(item, place)];
  });
}

/** Whether the rest is still a configuration that the linter accepts. */
function isNeedless(parent: object, place: Place): boolean {
  const key = place.at(-1) ?? '';
  if (Array.isArray(parent)) return parent.length > 1 || place.at(-2) === 'on_http_request';
  return (
    place.length === 1 ||
    (place.length === 2 && !identity.has(key)) ||
    ['expressions', 'enforce', 'enabled', 'audience', 'deny'].includes(key)
  );
}

const identity: ReadonlySet<string> = new Set([
  'url',
  'bindings',
  'edge_id',
  'match_type',
  'match',
  'backend',
]);

function cut(value: unknown, [first, ...rest]: Place): unknown {
  if (typeof value !== 'object' || value === null || first === undefined || !Object.hasOwn(value, first))
    return value;
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    const at = Number(first);
    return rest.length === 0 ? items.toSpliced(at, 1) : items.with(at, cut(items[at], rest));
  }
  const entries = Object.entries(value);
  return Object.fromEntries(
    rest.length === 0
      ? entries.filter(([key]) => key !== first)
      : entries.map(([key, item]) => [key, key === first ? cut(item, rest) : item]),
  );
}

function told({ seed, before, after }: RandomChange, { request, given }: Asked): string {
  const { method, url, headers, from } = request;
  const { login, jwt, signature, client_certificate: certificate, rate_limit: limit } = given(after);
  const caller = { ...Object.fromEntries(headers), ...from, login, jwt, signature, certificate, limit };
  return `seed ${seed}: ${method} ${url} by ${JSON.stringify(caller)}\n${JSON.stringify(before)}\n-> ${JSON.stringify(after)}`;
}
