/*
 * A model of what a change lets in that was kept out before: sets of concrete requests, each by a concrete visitor.
 * It is written from docs/approvals.md, docs/api-notes.md and docs/trace.md alone, and uses nothing of `src`.
 */

import { normalHost, normalPath, partsOf, universeOf, type Request } from './requests.ts';

/** Who may pass: visitors from one of the networks (absent: from anywhere), whom the party of the login vouches for. */
export interface Guard {
  readonly networks?: readonly Network[];
  readonly login?: Party;
}

export type Network = 'office' | 'partners';

/** Two issuers and an identity provider; each may vouch for anybody. */
export type Party = (typeof parties)[number];
const parties = ['corp', 'agency', 'idp'] as const;

export interface RouteModel {
  readonly kind: 'https-route';
  /** What stays the same when it is renamed with `formerly`. */
  readonly uid: number;
  readonly name: string;
  readonly exact: boolean;
  /** As it is written; empty: all hosts. */
  readonly host: string;
  /** As it is written; empty: all paths of the host. */
  readonly path: string;
  readonly guard: Guard;
  readonly hasBackend: boolean;
  /** Several routes may have the shared one. */
  readonly backend: 'own' | 'shared';
}

export interface EndpointModel {
  readonly kind: 'endpoint';
  readonly uid: number;
  readonly name: string;
  readonly url: string;
  readonly guard: Guard;
  readonly binding: 'public' | 'internal' | 'kubernetes';
}

export type ObjectModel = RouteModel | EndpointModel;

/** What docs/api-notes.md leaves open; a verdict counts where all readings agree. */
interface Reading {
  /** Of two prefixes of which one names a host: the longer text, the one with the host, or the longer path. */
  readonly longer: 'text' | 'host' | 'path';
  /** A host or path that is not in normal form: equal to its normal form, or equal to no request. */
  readonly spelling: 'normal' | 'literal';
  /** Of two objects with one match, of which one is forgotten: the first or the last. */
  readonly tie: 'first' | 'last';
}

const readings: readonly Reading[] = (['text', 'host', 'path'] as const).flatMap((longer) =>
  (['normal', 'literal'] as const).flatMap((spelling) =>
    (['first', 'last'] as const).map((tie): Reading => ({ longer, spelling, tie })),
  ),
);

interface Visitor {
  readonly network: Network | 'home';
  /** Who vouches for the visitor. */
  readonly login: Party | 'nobody';
}

const visitors: readonly Visitor[] = (['office', 'partners', 'home'] as const).flatMap((network) =>
  [...parties, 'nobody' as const].map((login): Visitor => ({ network, login })),
);

export type Verdict = 'exposed' | 'safe' | 'open';

/**
 * Whether one of the states after `before` lets in what was kept out. `open`: the documents can be read either way.
 * A state is what is live at some time of the run; the last one is the end of a run that does everything.
 */
export function verdictOf(
  before: readonly ObjectModel[],
  states: readonly (readonly ObjectModel[])[],
): Verdict {
  const requests = universeOf([before, ...states].flat());
  const each = readings.map((reading) => {
    const last = states.at(-1) ?? before;
    const found = states.map((after) => judge({ before, after, last }, requests, reading));
    return found.includes('exposed') ? 'exposed' : found.includes('open') ? 'open' : 'safe';
  });
  const [first = 'safe'] = each;
  return each.every((verdict) => verdict === first) ? first : 'open';
}

interface States {
  readonly before: readonly ObjectModel[];
  readonly after: readonly ObjectModel[];
  /** After all steps. */
  readonly last: readonly ObjectModel[];
}

function judge({ before, after, last }: States, requests: readonly Request[], reading: Reading): Verdict {
  const servedBefore = requests.map((request) => serverOf(before, request, reading));
  const servedAfter = requests.map((request) => serverOf(after, request, reading));
  const former = new Map(before.map((object) => [object.uid, object]));
  let verdict: Verdict = 'safe';
  for (const [index, request] of requests.entries()) {
    const now = servedAfter[index];
    if (now === undefined) continue;
    const was = servedBefore[index] ?? twinOf(before, request, reading);
    const found = requestVerdict({ was, now, isOld: former.has(now.uid) }, () =>
      matching(before, request, reading),
    );
    // The documents name the binding `public` alone.
    const isStated =
      request.to === 'edge' || (request.by === 'public' && !changesProtocol(former.get(now.uid), now));
    if (found === 'exposed' && isStated) return 'exposed';
    // Neither before nor in the end, but for a while.
    const isMeant = serverOf(last, request, reading)?.uid === now.uid || servedBefore[index] !== undefined;
    if (found !== 'safe' || !isMeant) verdict = 'open';
  }
  for (const now of after) {
    const was = former.get(now.uid);
    if (was === undefined || !(admitsMore(was.guard, now.guard) || losesEncryption(was, now))) continue;
    // What it serves is less protected, although other requests than before may meet it.
    const serves = [servedBefore, servedAfter].map((served) =>
      served.some((server) => server?.uid === now.uid),
    );
    if (serves.every(Boolean)) return 'exposed';
    verdict = 'open';
  }
  for (const now of after) {
    const isServing = servedAfter.some((server) => server?.uid === now.uid);
    const found = backendVerdict(before, former.get(now.uid), now);
    if (found === 'exposed' && isServing) return 'exposed';
    if (found !== 'safe') verdict = 'open';
  }
  return after.some((now) => changesAudience(former.get(now.uid), now)) ? 'open' : verdict;
}

/** Whether a route is another way to the shared backend, for somebody whom each way before kept out. */
function backendVerdict(
  before: readonly ObjectModel[],
  was: ObjectModel | undefined,
  now: ObjectModel,
): Verdict {
  if (!isWayToShared(now) || (was !== undefined && isWayToShared(was))) return 'safe';
  const ways = before.filter(isWayToShared);
  if (ways.length === 0) return before.some(hasShared) ? 'open' : 'safe';
  if (ways.some((way) => !admitsMore(way.guard, now.guard))) return 'safe';
  const isLetIn = (visitor: Visitor): boolean => ways.some((way) => admits(way.guard, visitor));
  return visitors.some((visitor) => admits(now.guard, visitor) && !isLetIn(visitor)) ? 'exposed' : 'open';
}

function hasShared(object: ObjectModel): object is RouteModel {
  return object.kind === 'https-route' && object.backend === 'shared';
}

function isWayToShared(object: ObjectModel): object is RouteModel {
  return hasShared(object) && object.hasBackend;
}

/**
 * Changes of endpoints of which the documents do not say whether they need an approval: other than `public` bindings,
 * a protected endpoint that becomes public, and one that is encrypted from now on.
 */
function changesAudience(was: ObjectModel | undefined, now: ObjectModel): boolean {
  if (was?.kind !== 'endpoint' || now.kind !== 'endpoint') return false;
  const gains = was.binding !== now.binding && (was.binding !== 'public' || now.binding === 'public');
  return gains || changesProtocol(was, now);
}

/** Who answers the same host at the other scheme of the web, where nothing answers at this one. */
function twinOf(before: readonly ObjectModel[], request: Request, reading: Reading): ObjectModel | undefined {
  if (request.to !== 'endpoint' || request.by !== 'public') return undefined;
  const other = { http: 'https', https: 'http' }[request.scheme];
  if (other === undefined) return undefined;
  return serverOf(before, { ...request, scheme: other, port: other === 'http' ? '80' : '443' }, reading);
}

interface Served {
  readonly was: ObjectModel | undefined;
  readonly now: ObjectModel;
  /** Whether the object that answers now existed before. */
  readonly isOld: boolean;
}

/** What a request that is answered says about the change. */
function requestVerdict({ was, now, isOld }: Served, occupant: () => ObjectModel | undefined): Verdict {
  // Creating something is not an exposure; an existing object without protection at new URLs is.
  if (was !== undefined && admitsMore(was.guard, now.guard)) return 'exposed';
  const took = was === undefined ? occupant() : undefined;
  // That a route without protection is off keeps nothing protected.
  if (was === undefined && isOld && isOpen(now.guard))
    return took !== undefined && took.uid !== now.uid && isOpen(took.guard) ? 'open' : 'exposed';
  // Both are without protection, but what the second one serves was reachable at other URLs only.
  if (was !== undefined && was.uid !== now.uid && isOld && isOpen(now.guard)) return 'open';
  // Nothing answered, but a route whose backend is off kept more out of its match.
  return took !== undefined && admitsMore(took.guard, now.guard) ? 'open' : 'safe';
}

function isOpen({ networks, login }: Guard): boolean {
  return networks === undefined && login === undefined;
}

/** Whether some visitor passes the second guard and not the first. */
function admitsMore(first: Guard, second: Guard): boolean {
  return visitors.some((visitor) => admits(second, visitor) && !admits(first, visitor));
}

function admits({ networks, login }: Guard, { network, login: by }: Visitor): boolean {
  return (networks?.some((each) => each === network) ?? true) && (login === undefined || login === by);
}

/** Whether the same host is served by another protocol that is no less encrypted. */
function changesProtocol(was: ObjectModel | undefined, now: ObjectModel): boolean {
  if (was?.kind !== 'endpoint' || now.kind !== 'endpoint' || losesEncryption(was, now)) return false;
  const [old, next] = [partsOf(was.url), partsOf(now.url)];
  return old.host === next.host && old.scheme !== next.scheme && next.scheme !== 'tcp';
}

function losesEncryption(was: ObjectModel, now: ObjectModel | undefined): boolean {
  if (was.kind !== 'endpoint' || now?.kind !== 'endpoint') return false;
  const isEncrypted = ({ url }: EndpointModel): boolean => /^(https|tls):/i.test(url);
  return isEncrypted(was) && !isEncrypted(now);
}

/** The object whose backend answers, before anybody is kept out. */
function serverOf(
  state: readonly ObjectModel[],
  request: Request,
  reading: Reading,
): ObjectModel | undefined {
  const object = matching(state, request, reading);
  // A route whose backend is off occupies its match and answers nothing.
  return object?.kind === 'https-route' && !object.hasBackend ? undefined : object;
}

/** The object whose match or URL wins. */
function matching(
  state: readonly ObjectModel[],
  request: Request,
  reading: Reading,
): ObjectModel | undefined {
  let best: { readonly object: ObjectModel; readonly rank: readonly number[] } | undefined;
  for (const object of state) {
    const rank =
      object.kind === 'endpoint' ? endpointRank(object, request) : routeRank(object, request, reading);
    if (rank !== undefined && (best === undefined || isAbove(rank, best.rank, reading)))
      best = { object, rank };
  }
  return best?.object;
}

function isAbove(rank: readonly number[], other: readonly number[], { tie }: Reading): boolean {
  const index = rank.findIndex((part, place) => part !== other[place]);
  return index < 0 ? tie === 'last' : rank[index]! > other[index]!;
}

/** How specific a route is for a request that it matches; undefined if it does not. */
function routeRank(
  route: RouteModel,
  request: Request,
  { longer, spelling }: Reading,
): readonly number[] | undefined {
  if (request.to !== 'edge') return undefined;
  const host = spelling === 'normal' ? normalHost(route.host) : route.host;
  const path = spelling === 'normal' ? normalPath(route.path) : route.path;
  if (host !== '' && host !== request.host) return undefined;
  if (route.exact ? path !== request.path : !request.path.startsWith(path)) return undefined;
  const exact = route.exact ? 1 : 0;
  switch (longer) {
    case 'text':
      return [exact, host.length + path.length];
    case 'host':
      return [exact, host === '' ? 0 : 1, path.length];
    case 'path':
      return [exact, path.length, host === '' ? 0 : 1];
  }
}

function endpointRank({ url, binding }: EndpointModel, request: Request): readonly number[] | undefined {
  if (request.to !== 'endpoint' || binding !== request.by) return undefined;
  const { scheme, host, port } = partsOf(url);
  if (scheme !== request.scheme || port !== request.port) return undefined;
  if (host === request.host) return [1, host.length];
  return host.startsWith('*.') && request.host.endsWith(host.slice(1)) ? [0, host.length] : undefined;
}
