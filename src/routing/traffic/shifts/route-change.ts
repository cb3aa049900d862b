import type { TrafficShift } from '../../../model/traffic/traffic-shift.ts';
import { doesAnswer, type Owner } from '../../traffic-server.ts';
import { protectionOf } from '../../protection.ts';

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
