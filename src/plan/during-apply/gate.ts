/**
 * The exposure gate for routing changes: compares URLs before the plan, after the steps that will really be done, and
 * at each moment between. A step that would leave a URL less protected gets an exposure. All list the steps that they
 * depend on.
 */
import { isHiddenText } from '../../derive/forms/mask-text.ts';
import { identityKeys } from '../../derive/forms/identity.ts';
import type { ExposureFact, WeakerServerFact } from '../../model/facts/exposure.ts';
import type { Step } from '../../model/plan/step.ts';
import { exposing, type Exposure } from '../exposure/exposure.ts';
import { withPossibleExposure, whyUnread } from '../exposure/possible-exposure.ts';
import type { Planning } from '../input.ts';
import { forwardRules } from './forward-rules.ts';
import { lostBetween } from '../exposure/less-protected.ts';
import { lossesOf } from './losses.ts';
import type { Demand, NewSpace, WeakerServer } from './during-apply.ts';
import { otherWays } from './other-ways.ts';
import { safeOrder } from './safe-order.ts';
import { identityRules } from './rests-on-undone.ts';
import { movesOf, type Move, type Moves } from './object-changes.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { unreadPolicy } from '../../derive/policy/policy-guards.ts';
import { textIn } from '../../derive/policy/policy-hidden.ts';
import { protectionOf } from '../../routing/protection.ts';
import { addTo, groupBy } from '../../text/lists/group-by.ts';

const mostNamed = 3;

/** The steps with their exposures and their dependencies. */
export function withGate(planning: Planning, steps: readonly Step[]): readonly Step[] {
  const all = movesOf(planning, steps);
  const done = all.moves.filter(({ step }) => step !== undefined);
  if (done.length === 0) return steps;
  const losses = lossesOf(planning, all, { of: done, side: 'after' });
  const { weaker: ends, unread, demands, opened, state, views } = losses;
  const { restsOn, unmet } = safeOrder(
    identityRules(done),
    demands,
    forwardRules(state, planning.hiddenTexts),
  );
  const changes = new Map(done.map((move, change) => [move.step, { change, move }]));
  const incomplete = opened.flatMap((space) => lessThanDeclared(done, space));
  const isLoss = ({ lost }: WeakerServer): boolean => lost.length > 0;
  const beside = otherWays(all, done, { edges: state.edges, views, nameOf: namesOf(planning) });
  const weaker = [...ends, ...incomplete.filter(isLoss), ...unmet.map(momentary), ...beside.weaker];
  const exposed = byChange(weaker.filter(({ ifThere }) => ifThere === undefined));
  const possible = byChange(weaker.filter(({ ifThere }) => ifThere !== undefined));
  const unknown = byChange([
    ...unread,
    ...beside.unread,
    ...incomplete.filter((candidate) => !isLoss(candidate)),
  ]);
  const unseen = unseenPlaces(planning, all);
  return steps.map((step) => {
    const found = changes.get(step);
    if (found === undefined) return step;
    const { change, move } = found;
    const rests = [...(restsOn.get(change) ?? [])].flatMap((index) => done[index]?.address ?? []).sort();
    const resting = rests.length === 0 ? step : { ...step, restsOn: rests };
    const checked = exposing(planning, resting, weakerServerReasons(step, exposed.get(change) ?? []));
    return withPossibleExposure(checked, [
      ...unseen(move),
      ...(weakerServerReasons(step, possible.get(change) ?? [])?.reasons ?? []),
      ...unreadReasons(unknown.get(change) ?? []),
    ]);
  });
}

function namesOf({ environment }: Planning): (id: string) => string {
  const names = new Map([...(environment.ids?.values() ?? [])].map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

/** A temporary loss that no order avoids is attributed to the step that would have to wait. */
function momentary({ weaker, options }: Demand): WeakerServer {
  return { ...weaker, isMomentary: true, causes: options.slice(0, 1).map(({ waiting }) => waiting) };
}

/** New URLs that may be less protected than declared, since part of the object has drifted and is kept. */
function lessThanDeclared(done: readonly Move[], { space, change }: NewSpace): readonly WeakerServer[] {
  const { wanted, after } = done[change] ?? {};
  if (wanted === undefined || after === undefined || wanted === after) return [];
  const lost = lostBetween(wanted, after);
  return [{ space, from: [wanted], to: after, lost, causes: [change], isNew: true }];
}

function byChange(weaker: readonly WeakerServer[]): ReadonlyMap<number, readonly WeakerServer[]> {
  const found = new Map<number, WeakerServer[]>();
  for (const weakerServer of weaker)
    for (const change of weakerServer.causes) addTo(found, change, weakerServer);
  return found;
}

/**
 * Reasons why it is unknown which URLs a step takes, or who serves those that it leaves: a snapshot hides the url or
 * match of some objects. They may be endpoints that an edge serves.
 */
function unseenPlaces({ live }: Planning, { moves, still }: Moves): (move: Move) => readonly ExposureFact[] {
  const ofEdges = live.listed
    .filter(({ served }) => served?.edge !== undefined)
    .map(({ kind, id, spec }) => ({ address: `${kind}/${id}`, kind, spec }));
  const hidden = groupBy(
    [...still, ...moves.flatMap((move) => move.before ?? []), ...ofEdges].filter(({ spec }) =>
      isHiddenText(spec['match'] ?? spec['url']),
    ),
    sharedKey,
  );
  return ({ address, step, before: old, after }) => {
    const here = after ?? old;
    if (here === undefined) return [];
    const path = here.kind === 'https-route' ? 'match' : 'url';
    const factOf = (code: 'may-take' | 'places-unknown', all: readonly string[]): readonly ExposureFact[] => {
      const addresses = all.slice(0, mostNamed);
      return all.length === 0 ? [] : [{ code, path, addresses, more: all.length - addresses.length }];
    };
    const sharing = (hidden.get(sharedKey(here)) ?? []).map((server) => server.address);
    if (after === undefined || step?.action === 'retire') return factOf('places-unknown', sharing);
    if (!isTaking(old, after)) return [];
    const others = sharing.filter((name) => name !== address);
    const isOwn = others.length < sharing.length;
    return [
      ...factOf('may-take', others),
      ...(isOwn && path === 'match' ? [{ code: 'own-place-unknown' } as const] : []),
      ...(isOwn && path === 'url' ? factOf('places-unknown', [address]) : []),
    ];
  };
}

function isTaking(before: TrafficServer | undefined, { kind, spec }: TrafficServer): boolean {
  return before === undefined || identityKeys(kind, before.spec).join() !== identityKeys(kind, spec).join();
}

/** Objects with the same key could serve each other's requests. */
function sharedKey({ kind, spec: { edge_id: edge } }: Pick<TrafficServer, 'kind' | 'spec'>): string {
  return kind === 'https-route' && typeof edge === 'string' ? `${kind} ${edge}` : kind;
}

/** Reasons for the URLs that a step leaves less protected. */
function weakerServerReasons(step: Step, weaker: readonly WeakerServer[]): Exposure | undefined {
  if (weaker.length === 0) return undefined;
  const reasons = grouped(weaker).map((some) => reasonOf(step, some));
  const isOpen = weaker.every(({ to }) => protectionOf(to).length === 0);
  return { direction: isOpen ? 'newly-reachable' : 'weaker', reasons };
}

/** Reasons why it is unknown whether URLs become less protected. */
function unreadReasons(weaker: readonly WeakerServer[]): readonly ExposureFact[] {
  return grouped(weaker).flatMap(([first]) => {
    const { from = [], to, isNew = false } = first ?? {};
    // Declared policies can be read; live ones that stay may be unreadable.
    return [...(isNew ? [] : from), ...(to === undefined ? [] : [to])]
      .filter((server) => protectionOf(server).includes(unreadPolicy))
      .map(({ address, policyOf = address, spec }) => {
        const why = whyUnread(textIn(spec));
        return isNew
          ? { code: 'policy-unverified', why }
          : { code: 'neighbor-unread', why, address: policyOf };
      });
  });
}

/** Groups handovers between the same objects with the same loss into one reason. */
function grouped(weaker: readonly WeakerServer[]): readonly (readonly WeakerServer[])[] {
  const groups = groupBy(weaker, (weakerServer) => {
    const { from, to, lost, ifThere, isMomentary = false, isNew = false, beside } = weakerServer;
    const owners = from.map(({ address }) => address);
    return JSON.stringify([owners, to.address, lost, isMomentary, isNew, beside, ifThere]);
  });
  return [...groups.values()];
}

function howOf(step: Step, { to, isMomentary, isNew, beside }: WeakerServer): WeakerServerFact['how'] {
  if (isMomentary === true) return 'for-a-while';
  if (isNew === true) return 'newly';
  if (beside !== undefined) return beside === 'former' ? 'former-way' : 'another-way';
  return to.address === step.address ? 'taken' : 'falls';
}

function reasonOf(step: Step, weaker: readonly WeakerServer[]): ExposureFact {
  const [first] = weaker as readonly [WeakerServer];
  const { from, to, lost, ifThere } = first;
  const spaces = [...new Set(weaker.map(({ space }) => space))];
  const shown = spaces.slice(0, mostNamed);
  const isOpen = protectionOf(to).length === 0;
  return {
    code: 'handover',
    how: howOf(step, first),
    spaces: shown,
    more: spaces.length - shown.length,
    from: from.map(({ address }) => address),
    protection: [...new Set(from.flatMap((server) => protectionOf(server)))],
    to: to.address,
    ...(ifThere === undefined ? {} : { [ifThere.why]: ifThere.address }),
    lost: isOpen ? [] : lost,
  };
}
