/** Applies one edit to the model; returns the change to make in the service, and a description. */
import type { Json, JsonObject } from '../../src/model/value.ts';
import { withoutThing } from './advance.ts';
import type { Edit, Picks } from './edits.ts';
import { facts, secretName, secretText, type Kind } from './facts.ts';
import type { Fields } from './naive-field.ts';
import { addressesOf, kindOf, without, type Address, type Files, type State, type Written } from './state.ts';

/** A change outside Edgewright, as in the dashboard. */
export type Outside =
  | { readonly do: 'change'; readonly kind: Kind; readonly id: string; readonly patch: JsonObject }
  | { readonly do: 'remove'; readonly kind: Kind; readonly id: string }
  | { readonly do: 'add'; readonly kind: Kind; readonly spec: JsonObject; readonly thing: number };

export interface Done {
  readonly state: State;
  readonly text: string;
  readonly outside?: Outside;
}

/** Applies an edit; undefined if no object or file fits it. */
export function carryOut(state: State, edit: Exclude<Edit, { do: 'apply' }>): Done | undefined {
  const { files } = state;
  switch (edit.do) {
    case 'write':
      return write(state, `${edit.kind}/${edit.name}`, specOf(edit.kind, edit.picks), {});
    case 'set':
      return onResource(state, edit.pick, (address, written) => {
        const [name, value] = fieldAt(kindOf(address), edit.field, edit.value);
        const spec = { ...written.spec, [name]: value };
        return [{ ...written, spec }, `the files set ${name} of ${address} to ${JSON.stringify(value)}`];
      });
    case 'take out':
      return onResource(state, edit.pick, (address, written) => {
        const names = Object.keys(facts[kindOf(address)].values).filter((name) => name in written.spec);
        const name = names.filter((each) => each !== 'match_type')[edit.field % names.length];
        if (name === undefined) return undefined;
        const { [name]: _gone, ...spec } = written.spec;
        return [{ ...written, spec }, `the files no longer have ${name} of ${address}`];
      });
    case 'remove':
      return removed(state, edit);
    case 'rename':
      return renamed(state, edit);
    case 'use preset':
      return onResource(state, edit.pick, (address, written) => {
        if (kindOf(address) !== 'https-route') return undefined;
        const usesPreset = !written.usesPreset;
        return [
          { ...written, usesPreset },
          `${address} ${usesPreset ? 'uses' : 'no longer uses'} the preset`,
        ];
      });
    case 'edit preset': {
      const names = ['compression', 'circuit_breaker', 'response_headers'];
      const name = names[edit.field % names.length]!;
      const values = facts['https-route'].values[name]!;
      const value = values[edit.value % (values.length + 1)];
      const { [name]: _old, ...rest } = files.preset;
      const preset = value === undefined ? rest : { ...rest, [name]: value };
      const text = `the preset says ${name}: ${JSON.stringify(value ?? 'nothing')}`;
      return { state: { ...state, files: { ...files, preset } }, text };
    }
    case 'label':
      return onResource(state, edit.pick, (address, written) => [
        { ...written, labels: { team: edit.value } },
        `${address} gets the label team=${edit.value}`,
      ]);
    case 'move':
      return onResource(state, edit.pick, (address, written) => {
        const spec = { ...written.spec, ...identity(kindOf(address), state.count) };
        return [
          { ...written, spec },
          `${address} becomes ${JSON.stringify(identity(kindOf(address), state.count))}`,
        ];
      });
    case 'drift':
      return { state: { ...state, files: { ...files, drift: edit.is } }, text: `drift: ${edit.is}` };
    case 'adopt':
      return adopted(state, edit);
    case 'outside create':
      return stranger(state, edit.kind, edit.picks);
    case 'outside delete': {
      const thing = thingAt(state, edit.pick);
      if (thing === undefined) return undefined;
      const { kind, id } = state.things[thing]!;
      const outside = { do: 'remove', kind, id } as const;
      return { state: withoutThing(state, thing), outside, text: `somebody deletes ${nameOf(state, thing)}` };
    }
    case 'outside set':
    case 'outside add':
    case 'outside take out':
      return meddled(state, edit);
  }
}

function isKnown({ files, ledger, orphans }: State, address: Address): boolean {
  return [files.resources, ledger, orphans].some((known) => known[address] !== undefined);
}

/** Whether a resource declares this address as its former name. */
function isFormer({ files }: State, address: Address): boolean {
  const kind = kindOf(address);
  return addressesOf(files.resources).some(
    (other) =>
      kindOf(other) === kind &&
      files.resources[other]!.formerly.some((name) => `${kind}/${name}` === address),
  );
}

type Resourceful = (address: Address, written: Written) => readonly [Written, string] | undefined;

function onResource(state: State, pick: number, change: Resourceful): Done | undefined {
  const addresses = addressesOf(state.files.resources);
  const address = addresses[pick % Math.max(1, addresses.length)];
  if (address === undefined) return undefined;
  const changed = change(address, state.files.resources[address]!);
  if (changed === undefined) return undefined;
  const [written, text] = changed;
  const files = withResource(state.files, address, written);
  return { state: { ...state, files, count: state.count + 1 }, text };
}

function withResource(files: Files, address: Address, written: Written): Files {
  return { ...files, resources: { ...files.resources, [address]: written } };
}

function write(state: State, address: Address, fields: Fields, more: Partial<Written>): Done | undefined {
  if (state.files.resources[address] !== undefined || isFormer(state, address)) return undefined;
  const spec = { ...identity(kindOf(address), state.count), ...fields };
  const written = { spec, usesPreset: false, formerly: [], labels: {}, ...more };
  const files = withResource(state.files, address, written);
  return {
    state: {
      ...state,
      count: state.count + 1,
      files: { ...files, removed: without(files.removed, address) },
    },
    text: `the files have ${address}${more.adopts === undefined ? '' : ' and adopt it'}: ${JSON.stringify(spec)}`,
  };
}

/** The identifying fields of an object, with a unique number. */
function identity(kind: Kind, number: number): Fields {
  switch (kind) {
    case 'endpoint':
      return { url: `https://e${number}.example.com` };
    case 'https-route':
      return { edge_id: 'edghts_main', match_type: 'path_prefix', match: `/r${number}` };
    case 'tls-edge':
      return { hostports: [`t${number}.example.com:443`] };
  }
}

function specOf(kind: Kind, picks: Picks): Fields {
  return Object.fromEntries(picks.map(({ field, value }) => fieldAt(kind, field, value)));
}

function fieldAt(kind: Kind, field: number, value: number): readonly [string, Json] {
  const names = Object.keys(facts[kind].values);
  const name = names[field % names.length]!;
  const values = facts[kind].values[name]!;
  return [name, values[value % values.length]!];
}

function removed(state: State, { pick, then }: Extract<Edit, { do: 'remove' }>): Done | undefined {
  const addresses = addressesOf(state.files.resources);
  const address = addresses[pick % Math.max(1, addresses.length)];
  if (address === undefined) return undefined;
  const resources = without(state.files.resources, address);
  const decisions = then === undefined ? state.files.removed : { ...state.files.removed, [address]: then };
  return {
    state: { ...state, files: { ...state.files, resources, removed: decisions } },
    text: `the files no longer have ${address}${then === undefined ? '' : `, then: ${then}`}`,
  };
}

/** Renames a resource, with or without `formerly`. */
function renamed(state: State, { pick, name, says }: Extract<Edit, { do: 'rename' }>): Done | undefined {
  const addresses = addressesOf(state.files.resources);
  const from = addresses[pick % Math.max(1, addresses.length)];
  if (from === undefined) return undefined;
  const to: Address = `${kindOf(from)}/${name}`;
  // A name already in use would be a collision, which this model does not cover.
  if (isKnown(state, to)) return undefined;
  const written = state.files.resources[from]!;
  const old = from.slice(from.indexOf('/') + 1);
  const moved = says
    ? { ...written, formerly: [...written.formerly, old] }
    : { ...written, spec: { ...written.spec, ...identity(kindOf(from), state.count) } };
  const files = { ...state.files, resources: without(state.files.resources, from) };
  return {
    state: {
      ...state,
      count: state.count + 1,
      files: { ...withResource(files, to, moved), removed: without(files.removed, to) },
    },
    text: `${from} is called ${to} now${says ? ', formerly the old name' : ', with another identity, and nobody says so'}`,
  };
}

function stranger(state: State, kind: Kind, picks: Picks): Done {
  const spec = { ...identity(kind, state.count), ...specOf(kind, picks) };
  const thing = state.count;
  return {
    state: { ...state, count: thing + 1 },
    outside: { do: 'add', kind, spec: inClear(spec), thing },
    text: `somebody makes ${kind} ${thing}: ${JSON.stringify(spec)}`,
  };
}

function adopted(state: State, { pick, name, picks }: Extract<Edit, { do: 'adopt' }>): Done | undefined {
  const claimed = [...Object.values(state.ledger), ...Object.values(state.orphans)].map(({ thing }) => thing);
  const adopting = Object.values(state.files.resources).map(({ adopts }) => adopts);
  const free = Object.keys(state.things)
    .map(Number)
    .filter((thing) => !claimed.includes(thing) && !adopting.includes(thing));
  const thing = free[pick % Math.max(1, free.length)];
  if (thing === undefined) return undefined;
  const { kind, stored } = state.things[thing]!;
  const address: Address = `${kind}/${name}`;
  if (isKnown(state, address)) return undefined;
  const own = Object.keys(identity(kind, 0)).map((field): [string, Json] => [field, stored[field]!]);
  const spec: Fields = { ...Object.fromEntries(own), ...specOf(kind, picks) };
  return write(state, address, spec, { adopts: thing });
}

type Meddling = Extract<Edit, { do: 'outside set' | 'outside add' | 'outside take out' }>;

function meddled(state: State, edit: Meddling): Done | undefined {
  const thing = thingAt(state, edit.pick);
  if (thing === undefined) return undefined;
  const { kind, id, stored } = state.things[thing]!;
  const changes =
    edit.do === 'outside take out' ? takenAway(kind, stored, edit.field) : changed(stored, kind, edit);
  if (changes === undefined) return undefined;
  const [name, value] = changes;
  const { [name]: _old, ...rest } = stored;
  const now = value === null ? rest : { ...rest, [name]: value };
  return {
    state: { ...state, things: { ...state.things, [thing]: { kind, id, stored: now } } },
    outside: { do: 'change', kind, id, patch: { [name]: inClear(value) } },
    text: `somebody sets ${name} of ${nameOf(state, thing)} to ${JSON.stringify(value)}`,
  };
}

/** The patch of an outside change; `add` keeps the present value and adds one that no file ever declares. */
function changed(stored: Fields, kind: Kind, edit: Exclude<Meddling, { do: 'outside take out' }>) {
  if (edit.do === 'outside set') return fieldAt(kind, edit.field, edit.value);
  const additions: Readonly<Record<string, JsonObject>> = {
    circuit_breaker: { volume_threshold: 5 },
    oauth: { auth_check_interval: 30 },
    oidc: { options_passthrough: true },
    response_headers: { add: { 'x-hand': 'made' } },
  };
  const names = Object.keys(additions).filter((name) => name in stored);
  const name = names[edit.field % Math.max(1, names.length)];
  if (name === undefined) return fieldAt(kind, edit.field, edit.value);
  return [name, { ...(stored[name] as Fields), ...additions[name] }] as const;
}

/** A field to remove, never an identifying one. */
function takenAway(kind: Kind, stored: Fields, field: number): readonly [string, Json] | undefined {
  const names = Object.keys(facts[kind].values).filter((name) => name in stored && name !== 'match_type');
  const name = names[field % Math.max(1, names.length)];
  return name === undefined ? undefined : [name, null];
}

function thingAt({ things }: State, pick: number): number | undefined {
  const numbers = Object.keys(things).map(Number);
  return numbers[pick % Math.max(1, numbers.length)];
}

/** The address of an object, for messages. */
function nameOf({ ledger, orphans, things }: State, thing: number): string {
  const known = [...Object.entries(ledger), ...Object.entries(orphans)];
  return known.find(([, entry]) => entry.thing === thing)?.[0] ?? `${things[thing]!.kind} ${thing}`;
}

/** The value as the service stores it, with secrets in clear. */
export function inClear<Value extends Json>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll(secretName, secretText)) as Value;
}
