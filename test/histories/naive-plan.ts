/** The expected plan, address by address. It shares no code with the planner. */
import { answered, facts, type Kind } from './facts.ts';
import { judgeField, type Fields, type ComparedField } from './naive-field.ts';
import { addressesOf, kindOf, wantedOf, type Address, type Entry, type State } from './state.ts';

export type Action =
  | 'create'
  | 'update'
  | 'delete'
  | 'adopt'
  | 'retire'
  | 'forget'
  | 'drift'
  | 'keep'
  | 'blocked';

export interface Expected {
  readonly address: Address;
  readonly action: Action;
  /** The entry that the step is about. */
  readonly entry?: Entry;
  /** The address of that entry in the ledger, or among the orphans. */
  readonly from?: Address;
  readonly isRevived?: boolean;
  readonly shown: readonly string[];
  readonly perhaps: readonly string[];
  /** Top-level fields that the request changes; those that somebody else's change is left in. */
  readonly sends: readonly string[];
  readonly holds: readonly string[];
}

export interface Prediction {
  readonly steps: readonly Expected[];
  /** `orphan https-route/a`, `undeclared-drift endpoint/b`. */
  readonly notes: readonly string[];
}

export function predict(state: State): Prediction {
  const { files, ledger, orphans } = state;
  const used = new Set<Address>();
  const notes: string[] = [];
  const steps: Expected[] = [];
  for (const address of addressesOf(files.resources)) {
    const found = entryFor(state, address, used);
    if (found !== undefined && found.from !== address) used.add(found.from);
    if (found?.isRevived === true) used.add(found.from);
    steps.push(...(found === undefined ? fresh(state, address) : managed(state, address, found, notes)));
  }
  for (const address of addressesOf(ledger)) {
    if (files.resources[address] !== undefined || used.has(address)) continue;
    steps.push(gone(state, address, ledger[address]!, notes));
  }
  for (const address of addressesOf(orphans)) {
    if (used.has(address)) continue;
    const entry = orphans[address]!;
    if (state.things[entry.thing] === undefined) steps.push({ ...plain(address, 'forget'), entry });
    else notes.push(`orphan ${address}`);
  }
  return { steps, notes: notes.sort() };
}

interface Found {
  readonly entry: Entry;
  readonly from: Address;
  readonly isRevived: boolean;
}

/** The entry of a resource: by its address, by a former name, or a live orphan that is declared again. */
function entryFor({ files, ledger, orphans, things }: State, address: Address, used: Set<Address>) {
  const own = ledger[address];
  if (own !== undefined) return { entry: own, from: address, isRevived: false };
  const names = files.resources[address]!.formerly.map((name): Address => `${kindOf(address)}/${name}`);
  for (const from of [...names, address]) {
    if (used.has(from) || (from !== address && files.resources[from] !== undefined)) continue;
    const entry = ledger[from];
    if (entry !== undefined) return { entry, from, isRevived: false };
    const orphan = orphans[from];
    if (orphan !== undefined && things[orphan.thing] !== undefined)
      return { entry: { ...orphan, applied: undefined }, from, isRevived: true };
  }
  return undefined;
}

/** The steps of a resource without an entry: adopted if `adopt:` names an object, else created. */
function fresh(state: State, address: Address): readonly Expected[] {
  const written = state.files.resources[address]!;
  const wanted = wantedOf(state.files, written);
  if (written.adopts === undefined) return [{ ...plain(address, 'create'), ...made(address, wanted) }];
  const thing = state.things[written.adopts];
  const claims = [...Object.values(state.ledger), ...Object.values(state.orphans)];
  if (thing === undefined || claims.some((entry) => entry.thing === written.adopts))
    return [plain(address, 'blocked')];
  const entry = { thing: written.adopts, applied: undefined, observed: answered(thing.kind, thing.stored) };
  const judged = judge(kindOf(address), wanted, thing.stored, entry).filter(isChange);
  return [{ ...plain(address, 'adopt'), entry, ...paths(judged) }];
}

/** The shown fields of a create, without values that mean "none". */
function made(address: Address, wanted: Fields): Pick<Expected, 'shown' | 'perhaps'> {
  const none = facts[kindOf(address)].plain;
  const isNone = (name: string): boolean => wanted[name] === none[name];
  const names = Object.keys(wanted);
  return { shown: names.filter((name) => !isNone(name)), perhaps: names.filter(isNone) };
}

function managed(
  state: State,
  address: Address,
  { entry, from, isRevived }: Found,
  notes: string[],
): readonly Expected[] {
  const { files, things } = state;
  const kind = kindOf(address);
  const about = { entry, from, isRevived };
  const step = (action: Action): Expected => ({ ...plain(address, action), ...about });
  const written = files.resources[address]!;
  const wanted = wantedOf(files, written);
  const thing = things[entry.thing];
  const isApproved = files.approvals.some((approval) => approval.address === address);
  if (thing === undefined)
    return [
      isApproved
        ? { ...step('create'), ...made(address, wanted) }
        : { ...step('drift'), ...sinceLastWrite(wanted, entry) },
    ];
  if (wanted['edge_id'] !== thing.stored['edge_id']) return [{ ...step('blocked'), shown: ['edge_id'] }];
  const judged = judge(kind, wanted, thing.stored, entry);
  notes.push(...notesOf(address, wanted, thing.stored, entry, judged));
  const changes = judged.filter(isChange);
  const isAmong = (...verdicts: readonly ComparedField['verdict'][]): readonly ComparedField[] =>
    changes.filter(({ verdict }) => verdicts.includes(verdict));
  const isRestoring = files.drift === 'revert' || isApproved;
  if (changes.length === 0) return [step('keep')];
  if (isAmong('cannot-take-out').length > 0) return [{ ...step('blocked'), ...paths(changes) }];
  const update = (fields: readonly ComparedField[], held: readonly ComparedField[]): Expected => ({
    ...step(facts[kind].canUpdate ? 'update' : 'blocked'),
    ...paths(fields),
    sends: namesOf(fields),
    // An update of something else makes nobody's outside change ours.
    holds: namesOf([...held, ...judged.filter(({ isDrift }) => isDrift)]),
  });
  if (isAmong('conflict').length > 0)
    return [isRestoring ? update(changes, []) : { ...step('blocked'), ...paths(changes) }];
  const outside = isAmong('outside');
  if (outside.length === 0 || isRestoring) return [update(changes, [])];
  const { shown, perhaps } = paths(outside);
  const wiped = outside.flatMap((field) => field.wiped);
  const hold = {
    ...step('drift'),
    shown: shown.filter((path) => !wiped.includes(path)),
    perhaps: [...perhaps, ...wiped],
  };
  const sent = isAmong('send', 'take-out');
  if (sent.length > 0) return [update(sent, outside), hold];
  return from === address && !isRevived ? [hold] : [hold, step('keep')];
}

/** The fields of an object that is gone, as they were written last, compared with those that are declared now. */
function sinceLastWrite(wanted: Fields, { applied, observed }: Entry): Pick<Expected, 'shown' | 'perhaps'> {
  const stored: Fields = { ...observed, ...applied };
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(stored)])];
  const isText = (name: string): boolean =>
    [wanted, applied ?? {}].every((side) => typeof side[name] === 'string');
  const shown = names.filter((name) => isText(name) && wanted[name] !== applied?.[name]);
  const leaves = [wanted, stored].flatMap((side) => pathsIn(side, ''));
  return { shown, perhaps: leaves.filter((path) => !shown.includes(path)) };
}

function pathsIn(value: unknown, at: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const below = Object.entries(value).flatMap(([key, item]) => {
    const step = Array.isArray(value) ? `[${key}]` : `${at === '' ? '' : '.'}${key.toLowerCase()}`;
    return pathsIn(item, at + step);
  });
  return [at, ...below];
}

/** The step of a resource that is in the ledger and removed from the files. */
function gone(state: State, address: Address, entry: Entry, notes: string[]): Expected {
  const { files, things } = state;
  const kind = kindOf(address);
  const thing = things[entry.thing];
  const step = (action: Action): Expected => ({ ...plain(address, action), entry, from: address });
  if (thing === undefined) return step('forget');
  const then = files.removed[address];
  if (then === 'forget') return step('forget');
  if (then === 'retire') {
    if (!facts[kind].canUpdate || facts[kind].modules.length === 0) return step('blocked');
    const sends = serving(kind, thing.stored);
    return { ...step('retire'), sends, shown: sends.map((name) => `${name}.enabled`) };
  }
  if (!facts[kind].canDelete) return step('blocked');
  const judged = judge(kind, {}, thing.stored, { applied: undefined, observed: entry.observed });
  if (judged.some(({ isDrift }) => isDrift)) notes.push(`undeclared-drift ${address}`);
  return { ...step('delete'), perhaps: Object.keys(answered(kind, thing.stored)) };
}

/** The enabled modules that serve or transform; protecting modules stay as they are. */
function serving(kind: Kind, stored: Fields): readonly string[] {
  const { modules, protecting } = facts[kind];
  return modules.filter((name) => {
    const module = stored[name] as Fields | undefined;
    return module !== undefined && module['enabled'] !== false && !protecting.includes(name);
  });
}

function judge(
  kind: Kind,
  wanted: Fields,
  stored: Fields,
  memory: Pick<Entry, 'applied' | 'observed'>,
): readonly ComparedField[] {
  const names = [...facts[kind].modules, ...Object.keys(facts[kind].plain)];
  return names.map((name) => judgeField({ kind, wanted, stored, memory }, name));
}

function isChange({ verdict }: ComparedField): boolean {
  return verdict !== 'same';
}

function paths(judged: readonly ComparedField[]): Pick<Expected, 'shown' | 'perhaps'> {
  return {
    shown: judged.flatMap(({ shown, wiped }) => [...shown, ...wiped]),
    perhaps: judged.flatMap(({ perhaps }) => perhaps),
  };
}

function namesOf(judged: readonly ComparedField[]): readonly string[] {
  return judged.map(({ name }) => name);
}

/** Notes on undeclared fields: an enabled live module, and outside changes since our last write. */
function notesOf(
  address: Address,
  wanted: Fields,
  stored: Fields,
  { applied }: Entry,
  judged: readonly ComparedField[],
): readonly string[] {
  const isUnmanaged = (name: string): boolean => {
    const module = stored[name] as Fields | undefined;
    const isOn = module !== undefined && module['enabled'] !== false;
    return isOn && wanted[name] === undefined && applied?.[name] === undefined;
  };
  return [
    ...(facts[kindOf(address)].modules.some(isUnmanaged) ? [`unmanaged-module ${address}`] : []),
    ...(judged.some(({ isDrift }) => isDrift) ? [`undeclared-drift ${address}`] : []),
  ];
}

function plain(address: Address, action: Action): Expected {
  return { address, action, shown: [], perhaps: [], sends: [], holds: [] };
}
