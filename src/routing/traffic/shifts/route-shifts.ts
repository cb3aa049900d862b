import { type Listener, listenerUrl } from '../../../derive/forms/endpoint-url.ts';
import type { TrafficShift } from '../../../model/traffic/topology.ts';
import type { Edges } from '../../edges.ts';
import {
  type Pattern,
  prefixPartition,
  type PrefixPartition,
  type RankedClaim,
  winnersOf,
} from '../../prefix-partition.ts';
import { protectionOf } from '../../protection.ts';
import { pathText } from '../../selector.ts';
import { doesAnswer, type Owner } from '../../traffic-server.ts';
import { claimsByHost, type PathClaim } from '../../url-spaces/claims-by-host.ts';

export type RouteChange = Omit<TrafficShift, 'space'>;

/** The differences between the owners before and after: who loses the space to whom. */
export function routeChanges(before: readonly Owner[], after: readonly Owner[]): readonly RouteChange[] {
  const [was, is] = [answering(before), answering(after)];
  const lost = [...was.values()].filter(({ name }) => !is.has(name));
  const won = [...is.values()].filter(({ name }) => !was.has(name));
  const both = [...was.keys()].filter((name) => is.has(name));
  const silent = was.size === 0 ? before : is.size === 0 ? after : [];
  return Array.from({ length: Math.max(lost.length, won.length) }, (_, index) => ({
    ...routeChange(lost[index], won[index]),
    ...(silent[0] === undefined ? {} : { occupiedBy: silent[0].name }),
    ...(both.length === 0 ? {} : { sharedWith: both }),
  }));
}

function answering(owners: readonly Owner[]): ReadonlyMap<string, Owner> {
  const some = owners.filter(({ server }) => server === undefined || doesAnswer(server));
  return new Map(some.map((owner) => [owner.name, owner] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function routeChange(lost: Owner | undefined, won: Owner | undefined): RouteChange {
  if (won === undefined) return lost === undefined ? {} : { from: lost.name };
  if (lost === undefined) return { to: won.name };
  const [before, after] = [lost, won].map(({ server }) =>
    server === undefined ? [] : protectionOf(server),
  ) as [readonly string[], readonly string[]];
  const isSame = before.join() === after.join();
  return { from: lost.name, to: won.name, ...(isSame ? {} : { protection: { before, after } }) };
}

interface Sides {
  readonly before: readonly PathClaim[];
  readonly after: readonly PathClaim[];
}

interface SidesAt {
  readonly before: (host: string) => readonly PathClaim[];
  readonly after: (host: string) => readonly PathClaim[];
}

type Shifts = readonly MarkedSpace<readonly RouteChange[]>[];

/** Routing changes of the paths of one edge; a change common to all hosts is listed once. */
export function routeShifts(edge: string, sides: Sides, edges: Edges): readonly TrafficShift[] {
  const named = [...new Set([...sides.before, ...sides.after].map(({ host }) => host))]
    .filter((host) => host !== '')
    .sort();
  const listeners = edges.listeners.get(edge) ?? [];
  const isNamed = new Set(named);
  const others = listeners.filter(({ host }) => !isNamed.has(host));
  const at = { before: claimsByHost(sides.before), after: claimsByHost(sides.after) };
  const hasOthers = listeners.length === 0 || others.length > 0;
  const everywhere = hasOthers ? shiftsAt('', at) : undefined;
  const byHost = named.map((host) => ({ host, shifts: shiftsAt(host, at) }));
  const all = [...(everywhere === undefined ? [] : [everywhere]), ...byHost.map(({ shifts }) => shifts)];
  const common = inAll(all);
  const isCommon = (shift: Shifts[number]): boolean => common.has(keyOf(shift));
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

/** Routing changes for one host; the empty string means all hosts that no route names. */
function shiftsAt(host: string, { before, after }: SidesAt): Shifts {
  const [was, is] = [before(host), after(host)];
  const cells = prefixPartition([...was, ...is]);
  const [holding, to] = [winnersOf(cells, was), winnersOf(cells, is)];
  return spacesOf(cells, (cell) => {
    const mark = routeChanges(ownersOf(holding[cell]), ownersOf(to[cell]));
    return mark.length === 0 ? undefined : { key: JSON.stringify(mark), mark };
  });
}

export function ownersOf(claims: readonly RankedClaim<Owner>[] | undefined): readonly Owner[] {
  return (claims ?? []).map(({ owner }) => owner);
}

function inAll(lists: readonly Shifts[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const list of lists)
    for (const shift of list) counts.set(keyOf(shift), (counts.get(keyOf(shift)) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count === lists.length).map(([key]) => key));
}

function keyOf({ space, mark }: Shifts[number]): string {
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
  { patterns, parents }: PrefixPartition,
  markOf: (cell: number) => { readonly key: string; readonly mark: Mark } | undefined,
): readonly MarkedSpace<Mark>[] {
  const keys: (string | undefined)[] = [];
  /** The space of each cell. */
  const homes: (SpaceDraft<Mark> | undefined)[] = [];
  const spaces: SpaceDraft<Mark>[] = [];
  for (const [cell, pattern] of patterns.entries()) {
    const marked = markOf(cell);
    const above = parents[cell] ?? -1;
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
