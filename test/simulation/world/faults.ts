import type { Random } from '../../model/history/random.ts';

const filePoints = [
  'look',
  'make folder',
  'read',
  'create',
  'open end',
  'link',
  'rename',
  'remove',
  'list',
  'sync folder',
  'write',
  'append',
  'truncate',
  'size',
  'sync',
  'close',
] as const;

export type FilePoint = `file ${(typeof filePoints)[number]}`;
export type ApiPoint = 'api list' | 'api get' | 'api create' | 'api update' | 'api delete';

/** A place where the program waits for its surroundings, and where anything may happen. */
export type Point = FilePoint | ApiPoint | 'clock sleep' | 'output';

/** What may happen anywhere; `unlock`: stopped for a while, and someone deletes its lock by mistake. */
const anywhere = ['kill', 'power', 'stop', 'second', 'unlock'] as const;
type AnywhereFault = (typeof anywhere)[number];
/**
 * `*-done`: the service has carried the request out. `late`: it does so up to 45 s after the connection broke. `stale`:
 * a read sees the state of up to 10 s ago. `other-object`: a create is answered with an object that existed before.
 */
const reads = ['refuse', 'reject', 'limit', 'error', 'drop', 'cut'] as const;
const writes = [...reads, 'error-done', 'drop-done', 'late'] as const;

export type Fault =
  | AnywhereFault
  | (typeof writes)[number]
  | 'fail'
  | 'stale'
  | 'no-id'
  | 'wrong-id'
  | 'other-object';

export function isAnywhere(fault: Fault): fault is AnywhereFault {
  return (anywhere as readonly Fault[]).includes(fault);
}

export interface Pair {
  readonly point: Point;
  readonly fault: Fault;
}

const faultsAt: ReadonlyMap<Point, readonly Fault[]> = new Map<Point, readonly Fault[]>([
  ...filePoints.map((name): [Point, readonly Fault[]] => [`file ${name}`, [...anywhere, 'fail']]),
  ['api list', [...anywhere, ...reads, 'stale']],
  ['api get', [...anywhere, ...reads, 'stale']],
  ['api create', [...anywhere, ...writes, 'no-id', 'wrong-id', 'other-object']],
  ['api update', [...anywhere, ...writes]],
  ['api delete', [...anywhere, ...writes]],
  ['clock sleep', anywhere],
  ['output', [...anywhere, 'fail']],
]);

export const pairs: readonly Pair[] = [...faultsAt].flatMap(([point, faults]) =>
  faults.map((fault) => ({ point, fault })),
);

/** How often a point is reached in a world, about: a fault strikes at one of these occasions. */
const occasions: Readonly<Partial<Record<Point, number>>> = {
  'file look': 200,
  'file read': 40,
  'file list': 40,
  'file write': 20,
  'file append': 6,
  'file sync': 25,
  'file close': 25,
  'file sync folder': 25,
  'file create': 15,
  'file remove': 15,
  'file make folder': 12,
  'file rename': 6,
  'file link': 3,
  'file size': 4,
  'file open end': 2,
  'file truncate': 1,
  'api list': 6,
  'api get': 2,
  'api create': 5,
  'api update': 2,
  'api delete': 1,
  'clock sleep': 1,
  output: 10,
};

/** Points that a world reaches only if its files ask for it, so that their faults come up more often. */
const rare: readonly Point[] = ['api get', 'api update', 'api delete', 'file truncate', 'clock sleep'];

/** The faults of one world, each armed for one occasion of its point. */
export interface Faults {
  /** The fault that strikes now, if any. */
  readonly at: (point: Point) => Fault | undefined;
  /** Nothing strikes until it is resumed. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Whether one is armed for the point. */
  readonly isArmed: (point: Point) => boolean;
  /** Those that have struck. */
  readonly struck: readonly Pair[];
}

const rarePairs = pairs.filter(({ point }) => rare.includes(point));

export function drawFaults(seed: number, random: Random): Faults {
  // One pair in turn, so that all of them come up equally often; the others as they come.
  const count = 3 + random.below(4);
  const drawn = Array.from({ length: count }, (_, index) =>
    index < 3
      ? pairs[(seed * 3 + index) % pairs.length]!
      : random.pick(random.chance(0.5) ? rarePairs : pairs),
  );
  // What a run cannot see is worth more worlds than its share.
  if (random.chance(0.12)) drawn.push({ point: 'api update', fault: 'late' });
  const together = drawn.flatMap((pair) => companions(pair, random));
  const armed = [...drawn, ...together].map((pair) => ({
    ...pair,
    left: 1 + random.below(occasions[pair.point] ?? 1),
  }));
  const struck: Pair[] = [];
  let isOn = true;
  return {
    struck,
    isArmed: (point) => armed.some((pair) => pair.point === point),
    pause: () => {
      isOn = false;
    },
    resume: () => {
      isOn = true;
    },
    at: (point) => {
      if (!isOn) return undefined;
      const here = armed.filter((pair) => pair.point === point);
      for (const each of here) each.left--;
      const due = here.find(({ left }) => left === 0) ?? here.find(({ left }) => left < 0);
      if (due === undefined) return undefined;
      armed.splice(armed.indexOf(due), 1);
      struck.push({ point, fault: due.fault });
      return due.fault;
    },
  };
}

/**
 * Faults without which a point is never reached: a journal is cut only after a write that found the disk full. An
 * update that arrives late matters most if its run does not send it again.
 */
function companions({ point, fault }: Pair, random: Random): readonly Pair[] {
  if (point === 'api update' && fault === 'late' && random.chance(0.5))
    return [{ point: 'clock sleep', fault: 'kill' }];
  if (point === 'file truncate') return [{ point: 'file append', fault: 'fail' }];
  return point === 'clock sleep' ? [{ point: 'api list', fault: 'limit' }] : [];
}
