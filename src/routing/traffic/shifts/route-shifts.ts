import { type Listener, listenerUrl } from '../../../derive/forms/listener-url.ts';
import type { TrafficShift } from '../../../model/traffic/traffic-shift.ts';
import type { Edges } from '../../edges.ts';
import type { Pattern } from '../../text-pattern.ts';
import { protectionOf } from '../../protection.ts';
import { pathText } from '../../selector.ts';
import { doesAnswer, type TrafficServer } from '../../traffic-server.ts';
import { type EdgeRoutes, hasOtherHosts } from '../../url-spaces/edge-routes.ts';
import { firstIn, isTouched } from '../../url-spaces/url-space.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import type { CandidateLines, CandidateLine, ServerCandidate } from '../../url-spaces/candidate-lines.ts';

export type RouteChange = Omit<TrafficShift, 'space'>;

/** The owner of a URL: a server, or an edge of which only the name is known. */
export interface Owner {
  readonly name: string;
  readonly server: TrafficServer | undefined;
}

export function urlOwner({ server, edge = '' }: ServerCandidate, { nameOf }: Edges): Owner {
  return { name: server?.address ?? nameOf(edge), server };
}

/** The differences between the owners before and after: who loses the space to whom. */
function routeChanges(before: readonly Owner[], after: readonly Owner[]): readonly RouteChange[] {
  const [ownersBefore, ownersAfter] = [answering(before), answering(after)];
  const lost = [...ownersBefore.values()].filter(({ name }) => !ownersAfter.has(name));
  const won = [...ownersAfter.values()].filter(({ name }) => !ownersBefore.has(name));
  const both = [...ownersBefore.keys()].filter((name) => ownersAfter.has(name));
  const silent = ownersBefore.size === 0 ? before : ownersAfter.size === 0 ? after : [];
  return Array.from({ length: Math.max(lost.length, won.length) }, (_, index) => ({
    ...routeChange(lost[index], won[index]),
    ...withoutUndefined({ occupiedBy: silent[0]?.name }),
    ...(both.length === 0 ? {} : { sharedWith: both }),
  }));
}

function answering(owners: readonly Owner[]): ReadonlyMap<string, Owner> {
  const some = owners.filter(({ server }) => server === undefined || doesAnswer(server));
  return new Map(some.map((owner) => [owner.name, owner] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function routeChange(lost: Owner | undefined, won: Owner | undefined): RouteChange {
  if (won === undefined) return withoutUndefined({ from: lost?.name });
  if (lost === undefined) return { to: won.name };
  const [before, after] = [lost, won].map(({ server }) =>
    server === undefined ? [] : protectionOf(server),
  ) as [readonly string[], readonly string[]];
  const isSame = before.join() === after.join();
  return { from: lost.name, to: won.name, ...(isSame ? {} : { protection: { before, after } }) };
}

type Shifts = readonly MarkedSpace<readonly RouteChange[]>[];

/** Routing changes of the paths of one edge; a change common to all hosts is listed once. */
export function routeShifts(routes: EdgeRoutes, edges: Edges): readonly TrafficShift[] {
  const { edge, hosts, linesAt } = routes;
  const named = [...hosts.keys()];
  const listeners = edges.listeners.get(edge) ?? [];
  const others = listeners.filter(({ host }) => !hosts.has(host));
  const everywhere = hasOtherHosts(routes, edges) ? shiftsIn(linesAt(''), edges) : undefined;
  const byHost = named.map((host) => ({ host, shifts: shiftsIn(linesAt(host), edges) }));
  const all = [...(everywhere === undefined ? [] : [everywhere]), ...byHost.map(({ shifts }) => shifts)];
  const common = inAll(all);
  const isCommon = (shift: Shifts[number]): boolean => common.has(shiftKey(shift));
  const name = edges.nameOf(edge);
  const rest = named.length === 0 ? '' : ` at hosts other than ${named.join(', ')}`;
  return [
    ...shiftTexts((all[0] ?? []).filter(isCommon), { base: baseOf(listeners, name), tail: '' }),
    ...shiftTexts(
      (everywhere ?? []).filter((shift) => !isCommon(shift)),
      others.length === 1 ? { base: baseOf(others, name), tail: '' } : { base: name, tail: rest },
    ),
    ...byHost.flatMap(({ host, shifts }) =>
      shiftTexts(
        shifts.filter((shift) => !isCommon(shift)),
        { base: baseOf(atHost(listeners, host), name), tail: '' },
      ),
    ),
  ];
}

/** The spaces of which the owners differ before and after. */
export function shiftsIn({ lines }: CandidateLines, edges: Edges): Shifts {
  return spacesOf(lines, ({ candidates }) => {
    if (!isTouched({ candidates })) return undefined;
    const [ownersBefore, ownersAfter] = (['before', 'after'] as const).map((side) =>
      firstIn(candidates, side).map((candidate) => urlOwner(candidate, edges)),
    );
    const mark = routeChanges(ownersBefore ?? [], ownersAfter ?? []);
    return mark.length === 0 ? undefined : { key: JSON.stringify(mark), mark };
  });
}

function inAll(lists: readonly Shifts[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const list of lists)
    for (const shift of list) counts.set(shiftKey(shift), (counts.get(shiftKey(shift)) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count === lists.length).map(([key]) => key));
}

function shiftKey({ space, mark }: Shifts[number]): string {
  return JSON.stringify([space, mark]);
}

function atHost(listeners: readonly Listener[], host: string): readonly Listener[] {
  const known = listeners.filter((listener) => listener.host === host);
  return known.length > 0 ? known : [{ scheme: 'https', host, port: 443 }];
}

/** The URL if there is exactly one listener, otherwise the edge's name. */
function baseOf(listeners: readonly Listener[], name: string): string {
  const [only, ...more] = listeners;
  return only === undefined || more.length > 0 ? name : listenerUrl(only);
}

function shiftTexts(
  shifts: Shifts,
  { base, tail }: { readonly base: string; readonly tail: string },
): readonly TrafficShift[] {
  return shifts.flatMap(({ space, mark }) =>
    mark.map((handover) => ({ space: `${base}${pathsText(space)}${tail}`, ...handover })),
  );
}

/** A space as text, with its exceptions: `/checkout* but /checkout/api*, /checkout/health`. */
function pathsText({ pattern, but }: Space): string {
  return withoutText(pathText(pattern), but.map(pathText));
}

export function withoutText(text: string, but: readonly string[]): string {
  return but.length === 0 ? text : `${text} but ${but.join(', ')}`;
}

/** All strings that match `pattern` and none of `but`. */
export interface Space {
  readonly pattern: Pattern;
  readonly but: readonly Pattern[];
}

/** A space with one mark that applies to all its strings. */
interface MarkedSpace<Mark> {
  readonly space: Space;
  readonly mark: Mark;
}

/**
 * The smallest set of spaces that covers all marked cells and no others, each cell exactly once. Nested cells with the
 * same mark form one space; a nested cell with a different mark is excluded from it.
 */
export function spacesOf<Mark>(
  lines: readonly CandidateLine[],
  markOf: (line: CandidateLine) => { readonly key: string; readonly mark: Mark } | undefined,
): readonly MarkedSpace<Mark>[] {
  const keys: (string | undefined)[] = [];
  /** The space of each cell. */
  const homes: (SpaceDraft<Mark> | undefined)[] = [];
  const spaces: SpaceDraft<Mark>[] = [];
  for (const line of lines) {
    const { pattern, parent: above } = line;
    const marked = markOf(line);
    const home = homes[above];
    keys.push(marked?.key);
    if (home !== undefined && marked?.key === keys[above]) {
      homes.push(home);
      continue;
    }
    home?.but.push(pattern);
    const begun = marked === undefined ? undefined : { pattern, but: [], mark: marked.mark };
    homes.push(begun);
    if (begun !== undefined) spaces.push(begun);
  }
  return spaces.map(({ pattern, but, mark }) => ({ space: { pattern, but }, mark }));
}

interface SpaceDraft<Mark> {
  readonly pattern: Pattern;
  readonly but: Pattern[];
  readonly mark: Mark;
}
