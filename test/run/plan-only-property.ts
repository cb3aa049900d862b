/**
 * What a plan of one address says of it, left out what becomes of the others, is what a plan of the same address says
 * that has read everything, as a glob makes it do: also where others were changed or removed outside Edgewright.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/model/value.ts';
import {
  addresses,
  edits,
  openWorld,
  outsides,
  type Edit,
  type Outside,
  type Place,
  type World,
} from './plan-only-world.ts';

type Case = [
  address: Place,
  edited: Readonly<Record<string, Edit>>,
  changed: Readonly<Record<string, Outside>>,
  added: readonly string[],
  drift: 'report' | 'revert',
  allowsExposure: boolean,
];

/** Plans that once said less than a plan that has read everything. */
const examples: Case[] = [
  ['endpoint/x', { 'endpoint/x': 'remove' }, {}, ['https://x*.example.com'], 'report', false],
  ['https-route/a', { 'https-route/a': 'move' }, { 'https-route/all': 'weaken' }, [], 'report', false],
  ['endpoint/wild', { 'endpoint/wild': 'weaken' }, { 'endpoint/x': 'move' }, [], 'report', true],
  ['https-route/deep', { 'https-route/deep': 'idle' }, { 'https-route/a': 'weaken' }, [], 'report', false],
];

/** Mostly the first one. */
const seldom = <Item>(items: readonly Item[], weight: number): fc.Arbitrary<Item> =>
  fc.oneof(
    { weight, arbitrary: fc.constant(items[0]!) },
    { weight: 1, arbitrary: fc.constantFrom(...items) },
  );
const ofEach = <Item>(each: fc.Arbitrary<Item>): fc.Arbitrary<Record<string, Item>> =>
  fc.record(Object.fromEntries(addresses.map((address) => [address, each])));

const cases: fc.Arbitrary<Case> = fc
  .tuple(
    fc.constantFrom(...addresses),
    fc.constantFrom('none', 'describe', 'describe', 'strengthen', ...edits),
    ofEach(seldom(edits, 20)),
    ofEach(seldom(outsides, 4)),
    fc.subarray(['https://*.example.com', 'https://moved-x.example.com', 'https://w.x.example.com']),
    seldom(['report', 'revert'] as const, 5),
    fc.boolean(),
  )
  .map(([address, own, edited, ...rest]) => [address, { ...edited, [address]: own }, ...rest]);

/** Returns how many of the plans sent fewer requests than those that read everything. */
export async function saysTheSame(numRuns: number, seed: number): Promise<number> {
  let world = await openWorld();
  let narrow = 0;
  const check = async ([address, edited, changed, added, drift, allowsExposure]: Case): Promise<void> => {
    const applied = world.ledger();
    world.writeFiles(edited, drift);
    const undo = await world.changeOutside(changed, added);
    const flags = allowsExposure ? ['--allow-exposure', address] : [];
    try {
      const { requests: few, ...one } = await planned(world, address, address, flags);
      const { requests: many, ...all } = await planned(world, address, globOf(address), flags);
      expect(one).toEqual(all);
      expect(world.ledger()).toBe(applied);
      if (few < many) narrow++;
    } finally {
      await undo();
      if (Object.values(changed).includes('gone')) {
        await world.close();
        world = await openWorld();
      }
    }
  };
  try {
    await fc.assert(fc.asyncProperty(cases, check), {
      numRuns,
      seed,
      examples: examples.map((one) => [one]),
    });
  } finally {
    await world.close();
  }
  return narrow;
}

/** A glob that only this address matches. */
const globOf = (address: string): string => `${address.slice(0, -1)}*${address.slice(-1)}`;

interface PlanOfOne {
  readonly notes: readonly { readonly topic: string; readonly address?: string }[];
}

async function planned(
  world: World,
  address: string,
  only: string,
  flags: readonly string[],
): Promise<{ exit: number; plan: unknown; requests: number }> {
  const before = world.requests().length;
  const { exit, stdout, stderr } = await world.run(['plan', '--only', only, '--format', 'json', ...flags]);
  const requests = world.requests().length - before;
  if (stdout === '') return { exit, plan: stderr.replaceAll(only, address), requests };
  const [plan] = (JSON.parse(stdout) as { plans: readonly (PlanOfOne & JsonObject)[] }).plans;
  const notes = plan!.notes.filter(
    (note) => !['scope', 'filter'].includes(note.topic) && (note.address ?? address) === address,
  );
  const { bound: _bound, ...rest } = plan!;
  return { exit, plan: { ...rest, notes }, requests };
}
