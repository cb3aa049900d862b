/** Shrunk histories that once failed. */
import type { Edit } from './edits.ts';
import { facts, type Kind } from './facts.ts';

const apply: Edit = { do: 'apply', approvals: false };

/** The position of a field among those that histories draw from. */
function at(kind: Kind, name: string): number {
  return Object.keys(facts[kind].values).indexOf(name);
}

const write = (kind: Kind, values: Readonly<Record<string, number>>): Edit => ({
  do: 'write',
  kind,
  name: 'a',
  picks: Object.entries(values).map(([name, value]) => ({ field: at(kind, name), value })),
});
const set = (kind: Kind, name: string, value: number): Edit => ({
  do: 'set',
  pick: 0,
  field: at(kind, name),
  value,
});
const outside = (kind: Kind, name: string, value: number): Edit => ({
  do: 'outside set',
  pick: 0,
  field: at(kind, name),
  value,
});

interface Found {
  readonly history: readonly Edit[];
  /** The steps of the last apply. */
  readonly last: readonly string[];
}

export const found: Readonly<Record<string, Found>> = {
  'what is held stays held when another field is sent, and its live value goes along': {
    history: [
      write('endpoint', { description: 0 }),
      apply,
      set('endpoint', 'traffic_policy', 0),
      outside('endpoint', 'description', 1),
      apply,
      apply,
    ],
    last: ['drift endpoint/a'],
  },
  'an update of something else does not make a change of somebody ours, to be wiped without a word': {
    history: [
      write('https-route', { oauth: 1 }),
      apply,
      { do: 'outside add', pick: 0, field: 0, value: 0 },
      set('https-route', 'description', 1),
      apply,
      set('https-route', 'oauth', 0),
      apply,
    ],
    last: ['blocked https-route/a'],
  },
  'what somebody changed and the files took over is no conflict with the next change of the files': {
    history: [
      write('https-route', { circuit_breaker: 0 }),
      apply,
      outside('https-route', 'circuit_breaker', 2),
      set('https-route', 'circuit_breaker', 2),
      apply,
      set('https-route', 'circuit_breaker', 1),
      apply,
    ],
    last: ['update https-route/a'],
  },
};
