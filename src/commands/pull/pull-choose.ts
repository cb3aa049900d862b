import { identityKeys } from '../../derive/forms/identity.ts';
import { toLive } from '../../derive/forms/to-live.ts';
import { kinds } from '../../kinds/index.ts';
import type { ReadApi } from '../../model/api.ts';
import type { Desired } from '../../model/desired.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { LedgerEntry, LedgerState } from '../../model/ledger.ts';
import type { Live, LiveState } from '../../model/live.ts';
import type { Address, Environment, Workspace } from '../../model/workspace.ts';
import { claimRemedies } from '../../plan/collision/claim-remedies.ts';
import { refOf } from '../../plan/steps/step.ts';
import { claimText } from '../../report/plan/words/owner.ts';
import { remedyText } from '../../report/plan/words/remedy.ts';
import { claimOn, isHandedOver, type OwnerClaim, type Neighbor } from '../../plan/collision/claims.ts';
import { liveTwins } from '../../plan/steps/live-twins.ts';
import type { Known, Undeclared } from '../../pull/request.ts';
import { placeFlags, type PlaceFlags } from '../../cli/command-line.ts';
import { fieldsToTake, type TakeContext } from './pull-fields.ts';
import type { Target } from './pull-targets.ts';

export interface ChoiceInput {
  readonly api: ReadApi;
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly desired: readonly Desired[];
  readonly ledger: LedgerState;
  readonly live: LiveState;
  readonly neighbors: readonly Neighbor[];
  /** As the user gave them. */
  readonly place: PlaceFlags;
}

/** What is pulled, and what is not. */
export interface Chosen {
  readonly undeclared: Undeclared[];
  readonly known: Known[];
  /** Declared, and the API returned 404. */
  readonly gone: Address[];
  /** Changed in the files and outside: the fields by address. */
  readonly conflicts: { readonly address: Address; readonly fields: readonly string[] }[];
  /** Changed in the files alone. */
  readonly pending: { readonly address: Address; readonly fields: readonly string[] }[];
  /** In the ledger, and in no file. */
  readonly unwritten: Address[];
  /** Another environment or workspace has it. */
  readonly claimed: { readonly live: Live; readonly claim: OwnerClaim }[];
}

/** Everything that can be seen where nothing is named. */
export async function choose(
  seen: ChoiceInput,
  targets: readonly Target[],
  context: TakeContext,
): Promise<Chosen> {
  const chosen: Chosen = {
    undeclared: [],
    known: [],
    gone: [],
    conflicts: [],
    pending: [],
    unwritten: [],
    claimed: [],
  };
  const index = indexOf(seen);
  if (targets.length === 0) chooseAll(seen, index, context, chosen);
  for (const target of targets) {
    const found = 'address' in target ? target.address : await addressOf(seen, index, target);
    if (typeof found === 'string')
      chooseAddress(seen, index, context, { address: found, chosen, isNamed: true });
    else chooseNew(seen, index, context, { live: found.live, name: found.name, chosen, isNamed: true });
  }
  return chosen;
}

interface Index {
  readonly declared: ReadonlyMap<Address, Desired>;
  readonly byId: ReadonlyMap<string, Address>;
  /** Of each resource that is declared, under the name it has or had. */
  readonly entries: ReadonlyMap<
    Address,
    { readonly entry: LedgerEntry; readonly live: Live | 'missing' | undefined }
  >;
  /** What is declared and not known to be live, by kind and identity. */
  readonly open: ReadonlyMap<string, readonly Desired[]>;
}

function indexOf({ desired, ledger, live, environment }: ChoiceInput): Index {
  const byId = new Map<string, Address>();
  for (const { id, address } of environment.adopt) byId.set(id, address);
  for (const [address, { id }] of Object.entries(ledger.orphans)) byId.set(id, address as Address);
  for (const [address, { id }] of Object.entries(ledger.resources)) byId.set(id, address as Address);
  const entries = new Map<Address, { entry: LedgerEntry; live: Live | 'missing' | undefined }>();
  for (const { address, formerly } of desired) {
    const name = [address, ...formerly].find((each) => ledger.resources[each] !== undefined);
    const entry = name === undefined ? undefined : ledger.resources[name];
    if (entry === undefined || name === undefined) continue;
    byId.set(entry.id, address);
    const found = live.known.get(name);
    // Made again outside, and named under `adopt:`: another object than the ledger's.
    if (found !== undefined && found !== 'missing' && found.id !== entry.id) continue;
    entries.set(address, { entry, live: found });
  }
  const adopted = new Map(environment.adopt.map(({ address }) => [address, live.known.get(address)]));
  const isLive = ({ address }: Desired): boolean =>
    (entries.get(address)?.live ?? adopted.get(address) ?? 'missing') !== 'missing';
  const open = new Map<string, Desired[]>();
  for (const resource of desired) {
    if (isLive(resource)) continue;
    for (const key of identityKeys(resource.kind, resource.spec)) {
      const at = `${resource.kind} ${key}`;
      open.set(at, [...(open.get(at) ?? []), resource]);
    }
  }
  const declared = new Map(desired.map((resource) => [resource.address, resource]));
  return { declared, byId, entries, open };
}

function chooseAll(seen: ChoiceInput, index: Index, context: TakeContext, chosen: Chosen): void {
  const { desired, environment, ledger, live } = seen;
  const written = new Set(desired.map(({ address }) => address));
  for (const one of live.listed)
    if (one.isManageable && !index.byId.has(one.id))
      chooseNew(seen, index, context, { live: one, chosen, isNamed: false });
  const addresses = [...index.entries.keys(), ...environment.adopt.map(({ address }) => address)];
  for (const address of new Set(addresses))
    chooseAddress(seen, index, context, { address, chosen, isNamed: false });
  const known = new Set(index.byId.values());
  for (const address of Object.keys(ledger.resources) as Address[])
    if (!written.has(address) && known.has(address)) chosen.unwritten.push(address);
}

function chooseAddress(
  seen: ChoiceInput,
  index: Index,
  context: TakeContext,
  {
    address,
    chosen,
    isNamed,
  }: { readonly address: Address; readonly chosen: Chosen; readonly isNamed: boolean },
): void {
  const { ledger, live, workspace } = seen;
  const resource = index.declared.get(address);
  const known = index.entries.get(address);
  const now = known === undefined ? (live.known.get(address) ?? live.orphans.get(address)) : known.live;
  if (now === undefined) {
    if (isNamed) throw notLive(address, resource);
    return;
  }
  if (now === 'missing') {
    if (chosen.known.some(({ desired }) => desired.address === address)) return;
    const [twin] = resource === undefined || !isNamed ? [] : liveTwins(seen, resource);
    if (twin === undefined) chosen.gone.push(address);
    else chooseNew(seen, index, context, { live: twin, chosen, isNamed });
    return;
  }
  const claim = known === undefined ? claimAgainst(seen, address, now) : undefined;
  if (claim !== undefined) {
    if (isNamed) throw claimedBy(seen, now, claim, address);
    chosen.claimed.push({ live: now, claim });
    return;
  }
  if (resource === undefined) {
    const entry = ledger.resources[address] ?? ledger.orphans[address];
    if (entry !== undefined && !isNamed) return;
    chosen.undeclared.push({ live: now, address, adopts: 'known', applied: entry?.applied });
    return;
  }
  const environments = environmentsOf(workspace, resource);
  const base = { desired: resource, live: now, environments, adopts: 'known' } as const;
  if (known === undefined) {
    chosen.known.push({ ...base, fields: allFields(resource), mayReplace: context.overwrite ? 'yes' : 'no' });
    return;
  }
  const { take, conflicts, pending, observed } = fieldsToTake(context, resource, now, known.entry);
  if (conflicts.length > 0) chosen.conflicts.push({ address, fields: conflicts });
  if (pending.length > 0) chosen.pending.push({ address, fields: pending });
  if (take.length > 0 || isNamed) chosen.known.push({ ...base, fields: take, observed, mayReplace: 'yes' });
}

interface New {
  readonly live: Live;
  readonly name?: Address | undefined;
  readonly chosen: Chosen;
  /** Someone named it. */
  readonly isNamed: boolean;
}

function chooseNew(
  seen: ChoiceInput,
  index: Index,
  context: TakeContext,
  { live, name, chosen, isNamed }: New,
): void {
  const { workspace } = seen;
  const claim = claimOn(seen, live);
  if (claim !== undefined) {
    if (isNamed) throw claimedBy(seen, live, claim, name ?? `${live.kind}/<name>`);
    chosen.claimed.push({ live, claim });
    return;
  }
  const twins = new Set(
    identityKeys(live.kind, live.spec).flatMap((key) => index.open.get(`${live.kind} ${key}`) ?? []),
  );
  const [twin, ...others] = twins;
  const isFree = twin !== undefined && !chosen.known.some(({ desired }) => desired === twin);
  if (twin === undefined || others.length > 0 || !isFree) {
    chosen.undeclared.push({ live, address: name, adopts: 'yes' });
    return;
  }
  chosen.known.push({
    desired: twin,
    live,
    fields: allFields(twin),
    environments: environmentsOf(workspace, twin),
    adopts: 'yes',
    mayReplace: context.overwrite ? 'yes' : 'no',
  });
}

/** By another owner, unless the line under `adopt:` says that it has let go of it. */
function claimAgainst(seen: ChoiceInput, address: Address, live: Live): OwnerClaim | undefined {
  const claim = claimOn(seen, live);
  const line = seen.environment.adopt.find((each) => each.address === address && each.id === live.id);
  return claim === undefined || (line !== undefined && isHandedOver(line, claim)) ? undefined : claim;
}

function claimedBy(seen: ChoiceInput, live: Live, claim: OwnerClaim, address: Address): UserError {
  const flags = { placeFlags: placeFlags(seen.place) };
  const ways = claimRemedies(flags, claim, { address, ref: refOf(live) }).map(remedyText);
  return new UserError(exitCodes.gate, `${claimText(claim, live)}: it is not pulled`, {
    help: [...ways, 'nothing was written'].join('; '),
  });
}

function allFields({ kind }: Desired): readonly string[] {
  return Object.entries(kinds[kind].fields).flatMap(([name, { readOnly }]) =>
    readOnly === true ? [] : [name],
  );
}

function environmentsOf({ environments }: Workspace, { document }: Desired): readonly string[] {
  return document.environments?.map(({ name }) => name) ?? [...environments.keys()];
}

async function addressOf(
  { api, live }: ChoiceInput,
  index: Index,
  target: Extract<Target, { readonly keys: unknown }>,
): Promise<Address | { readonly live: Live; readonly name?: Address | undefined }> {
  for (const key of target.keys) {
    const address = index.byId.get(key.id);
    if (address !== undefined) return address;
    const listed = live.listed.find(({ id, kind }) => id === key.id && kind === key.kind);
    const answer = listed === undefined ? await api.get(key) : undefined;
    const found = listed ?? (answer === undefined ? undefined : toLive(key.kind, answer));
    if (found === undefined) continue;
    if (found.isManageable) return { live: found, name: target.name };
    throw new UserError(
      exitCodes.usage,
      `\`${target.shown}\` is not a cloud endpoint: it belongs to a tunnel or an edge and cannot be managed`,
    );
  }
  const [meant] = [...index.declared.keys()].filter((address) => address.endsWith(`/${target.shown}`));
  throw new UserError(exitCodes.usage, `object \`${target.shown}\` does not exist`, {
    help: meant === undefined ? notNamed : `did you mean \`${meant}\`?`,
  });
}

const notNamed = 'an endpoint or a TLS edge is named by its id, a route by edge_id/route_id';

function notLive(address: Address, resource: Desired | undefined): UserError {
  return resource === undefined
    ? new UserError(exitCodes.usage, `no file, ledger or \`adopt:\` knows \`${address}\``, {
        help: 'pull an object that is not declared yet by its id, a route by edge_id/route_id',
      })
    : new UserError(exitCodes.usage, `\`${address}\` is not known to be live`, {
        help: 'pull it by its id, a route by edge_id/route_id, or run `edgewright apply` to create it',
      });
}
