import type { TrafficShift } from '../../../src/model/traffic/traffic-shift.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../property-seed.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import type { Edges } from '../../../src/routing/edges.ts';
import type { TrafficServer } from '../../../src/routing/traffic-server.ts';
import { trafficShifts } from '../../../src/routing/traffic/plan-traffic.ts';
import { runs } from '../../runs.ts';

interface Route {
  readonly name: string;
  readonly host: string;
  readonly path: string;
  readonly type: 'exact_path' | 'path_prefix';
  readonly isOn: boolean;
}

const hosts = ['x.io', 'y.io', 'z.io'];
const paths = ['/', '/a', '/a/', '/ab', '/a/b', '/b', '/b/'];
/** Every normalized path of up to five of these letters: more than the selectors can tell apart. */
const asked = [1, 2, 3, 4]
  .reduce<readonly string[]>(
    (known) => [...new Set([...known, ...known.flatMap((path) => ['a', 'b', '/'].map((end) => path + end))])],
    ['/'],
  )
  .filter((path) => !path.includes('//'));

const route = fc.record({
  name: fc.constantFrom('one', 'two', 'three', 'four'),
  host: fc.constantFrom('', '', 'x.io', 'y.io'),
  path: fc.constantFrom('', ...paths),
  type: fc.constantFrom('exact_path' as const, 'path_prefix' as const),
  isOn: fc.boolean(),
});
/** Routes with unique matches, since the service refuses a second one. */
const routes = fc
  .uniqueArray(route, {
    maxLength: 6,
    selector: ({ host, path, type }) => `${host}${path} ${path === '' ? '' : type}`,
  })
  .map((some) => some.filter(({ host, path }) => host + path !== ''))
  .map((some) => some.map((each, index) => ({ ...each, name: `${each.name}-${index % 3}` })))
  .map((some) => [...new Map(some.map((each) => [each.name, each])).values()]);

test('each rerouted URL is in exactly one URL pattern, and each URL of a pattern changes as it states', () => {
  fc.assert(
    fc.property(routes, routes, fc.boolean(), (before, after, areHostsKnown) => {
      const edges = areHostsKnown ? known : unknown;
      const shifts = trafficShifts({ before: before.map(holderOf), after: after.map(holderOf), edges });
      const spaces = shifts.map((shift) => ({ hands: handsOf(shift), holds: readSpace(shift.space) }));
      const wrong = hosts.flatMap((host) =>
        asked.flatMap((path) => {
          const [from, to] = [naiveServer(before, host, path), naiveServer(after, host, path)];
          const expected = from === to ? '' : `${from} -> ${to}`;
          const found = spaces.filter(({ holds }) => holds(host, path)).map(({ hands }) => hands);
          return found.join() === expected ? [] : [`${host}${path}: ${expected}, not ${found.join()}`];
        }),
      );
      expect(wrong).toEqual([]);
    }),
    { numRuns: runs(400) },
  );
});

const name = { nameOf: () => 'https-edge/main', idOf: () => 'edghts_1', names: ['https-edge/main'] };
const unknown: Edges = { ...name, listeners: new Map() };
const known: Edges = {
  ...name,
  listeners: new Map([['edghts_1', hosts.map((host) => ({ scheme: 'https', host, port: 443 }))]]),
};

function holderOf({ name, host, path, type, isOn }: Route): TrafficServer {
  const backend = { backend_id: 'bkdhr_1', enabled: isOn };
  const address: Address = `https-route/${name}`;
  return {
    address,
    kind: 'https-route',
    spec: { edge_id: 'edghts_1', match_type: type, match: host + path, backend },
  };
}

/** The assumed order of routes: exact before prefix, longer before shorter; of two equally long, one with a host. */
function naiveServer(all: readonly Route[], host: string, path: string): string {
  const covering = all.filter((each) => {
    if (each.host !== '' && each.host !== host) return false;
    if (each.path === '') return true;
    return each.type === 'exact_path' ? each.path === path : path.startsWith(each.path);
  });
  const isExact = (each: Route): boolean => each.type === 'exact_path' && each.path !== '';
  const [best] = [...covering].sort(
    (a, b) =>
      Number(isExact(b)) - Number(isExact(a)) ||
      (b.host + b.path).length - (a.host + a.path).length ||
      b.host.length - a.host.length,
  );
  return best?.isOn === true ? `https-route/${best.name}` : 'nobody';
}

function handsOf({ from = 'nobody', to = 'nobody' }: TrafficShift): string {
  return `${from} -> ${to}`;
}

/** A predicate for the URLs that the text of a URL pattern describes. */
function readSpace(space: string): (host: string, path: string) => boolean {
  const [, base = '', first = '', but, others] =
    /^(https:\/\/[a-z.]+|https-edge\/main)(\/\S*)(?: but (\S+(?:, \S+)*))?(?: at hosts other than (.*))?$/.exec(
      space,
    ) ?? [];
  expect(base, space).not.toBe('');
  const isIn = (pattern: string, path: string): boolean =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
  const without = but?.split(', ') ?? [];
  return (host, path) => {
    if (base !== 'https-edge/main' && base !== `https://${host}`) return false;
    if (others?.split(', ').includes(host) === true) return false;
    return isIn(first, path) && !without.some((pattern) => isIn(pattern, path));
  };
}
