/** The state of the model after an apply of the predicted plan. */
import type { Json } from '../../src/model/value.ts';
import { answered, facts } from './facts.ts';
import type { Fields } from './naive-field.ts';
import type { Expected } from './naive-plan.ts';
import { kindOf, wantedOf, without, type Address, type Entry, type State } from './state.ts';

/** `idOf`: what the service called an object that the apply made. */
export function advance(state: State, steps: readonly Expected[], idOf: (address: Address) => string): State {
  return steps.reduce((now, step) => carryOut(now, step, idOf), state);
}

function carryOut(state: State, step: Expected, idOf: (address: Address) => string): State {
  const { address, entry } = step;
  switch (step.action) {
    case 'create':
      return created(state, step, idOf(address));
    case 'update':
      return updated(state, step);
    case 'adopt':
      return { ...state, ledger: { ...state.ledger, [address]: entry! } };
    case 'keep':
      return kept(state, step);
    case 'delete':
      return { ...withoutThing(state, entry!.thing), ledger: without(state.ledger, address) };
    case 'retire':
      return retired(state, step);
    case 'forget':
      return forgotten(state, step);
    case 'drift':
    case 'blocked':
      return state;
  }
}

function created(state: State, { address, from }: Expected, id: string): State {
  const wanted = wantedOf(state.files, state.files.resources[address]!);
  const thing = state.count;
  const kind = kindOf(address);
  const moved = from === undefined ? state : dropEntry(state, from);
  return {
    ...moved,
    count: thing + 1,
    things: { ...state.things, [thing]: { kind, id, stored: wanted } },
    ledger: { ...moved.ledger, [address]: { thing, applied: wanted, observed: answered(kind, wanted) } },
  };
}

/** A given module replaces the old one whole; one that was taken out is sent as it is, and disabled (DESIGN 5). */
function updated(state: State, { address, entry, from, sends, holds }: Expected): State {
  const kind = kindOf(address);
  const wanted = wantedOf(state.files, state.files.resources[address]!);
  const { stored } = state.things[entry!.thing]!;
  const changes = sends.map((name): [string, Json] => {
    if (wanted[name] !== undefined) return [name, wanted[name]];
    const isModule = facts[kind].modules.includes(name);
    return [name, isModule ? { ...(stored[name] as Fields), enabled: false } : facts[kind].plain[name]!];
  });
  const now = { ...stored, ...Object.fromEntries(changes) };
  const held = Object.entries(entry!.observed).filter(([name]) => holds.includes(name));
  const seen = Object.entries(answered(kind, now)).filter(([name]) => !holds.includes(name));
  const next = { thing: entry!.thing, applied: wanted, observed: Object.fromEntries([...seen, ...held]) };
  return withEntry(withStored(state, entry!.thing, now), from!, address, next);
}

/** Sends nothing, and records in the ledger what is declared now. */
function kept(state: State, { address, entry, from }: Expected): State {
  const applied = wantedOf(state.files, state.files.resources[address]!);
  return withEntry(state, from!, address, { ...entry!, applied });
}

function retired(state: State, { address, entry, sends }: Expected): State {
  const { stored, kind } = state.things[entry!.thing]!;
  const off = sends.map((name) => [name, { ...(stored[name] as Fields), enabled: false }]);
  const now = { ...stored, ...(Object.fromEntries(off) as Fields) };
  return orphaned(withStored(state, entry!.thing, now), address, {
    ...entry!,
    observed: answered(kind, now),
  });
}

/** Forgets an entry; a live object becomes an orphan. */
function forgotten(state: State, { address, entry }: Expected): State {
  if (state.things[entry!.thing] !== undefined) return orphaned(state, address, entry!);
  const isEntry = state.ledger[address]?.thing === entry!.thing;
  const isOrphan = state.orphans[address]?.thing === entry!.thing;
  return {
    ...state,
    ledger: isEntry ? without(state.ledger, address) : state.ledger,
    orphans: isOrphan ? without(state.orphans, address) : state.orphans,
  };
}

/** An older orphan of the same address stays known under the next free name. */
function orphaned(state: State, address: Address, entry: Entry): State {
  const older = state.orphans[address];
  const ledger = without(state.ledger, address);
  if (older === undefined) return { ...state, ledger, orphans: { ...state.orphans, [address]: entry } };
  let free: Address = address;
  for (let number = 2; free === address || state.ledger[free] || state.orphans[free]; number++)
    free = `${address}-${number}`;
  return { ...state, ledger, orphans: { ...state.orphans, [free]: older, [address]: entry } };
}

function withEntry(state: State, from: Address, address: Address, entry: Entry): State {
  const left = from === address && state.ledger[address] !== undefined ? state : dropEntry(state, from);
  return { ...left, ledger: { ...left.ledger, [address]: entry } };
}

function dropEntry(state: State, from: Address): State {
  if (state.ledger[from] !== undefined) return { ...state, ledger: without(state.ledger, from) };
  return { ...state, orphans: without(state.orphans, from) };
}

function withStored(state: State, thing: number, stored: Fields): State {
  return { ...state, things: { ...state.things, [thing]: { ...state.things[thing]!, stored } } };
}

export function withoutThing(state: State, thing: number): State {
  const { [thing]: _gone, ...things } = state.things;
  return { ...state, things };
}
