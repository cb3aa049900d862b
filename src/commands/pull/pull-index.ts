import { addTo } from '../../text/lists/group-by.ts';
import type { CompiledResource, EnvironmentSides } from '../../model/desired.ts';
import { identityKeys } from '../../derive/forms/identity.ts';
import { toLive } from '../../derive/forms/read-form.ts';
import type { ReadApi } from '../../model/api.ts';
import { usageError } from '../../model/errors.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { Neighbor } from '../../plan/obstacles/neighbor.ts';
import type { PlaceFlags } from '../../run/cli/command-line.ts';
import type { ObjectTarget } from './target.ts';

export interface ChoiceInput extends EnvironmentSides {
  readonly desired: readonly CompiledResource[];
  readonly api: ReadApi;
  readonly neighbors: readonly Neighbor[];
  /** As the user gave them. */
  readonly place: PlaceFlags;
}

/** Indexes of the files, the ledger and the live state for lookups by pull. */
export interface PullIndex {
  readonly declared: ReadonlyMap<Address, CompiledResource>;
  readonly byId: ReadonlyMap<string, Address>;
  /** Ledger entries of declared resources, by current or former address. */
  readonly entries: ReadonlyMap<
    Address,
    { readonly entry: LedgerEntry; readonly live: Live | 'missing' | undefined }
  >;
  /** Declared resources that are not known to be live, by kind and identity. */
  readonly open: ReadonlyMap<string, readonly CompiledResource[]>;
}

export function pullIndex({ desired, ledger, live, environment }: ChoiceInput): PullIndex {
  const byId = new Map<string, Address>();
  for (const { id, address } of environment.adopt) byId.set(id, address);
  for (const [address, { id }] of Object.entries(ledger.orphans)) byId.set(id, address as Address);
  for (const [address, { id }] of Object.entries(ledger.resources)) byId.set(id, address as Address);
  const entries = new Map<Address, { entry: LedgerEntry; live: Live | 'missing' | undefined }>();
  for (const { address, formerly } of desired) {
    const name = [address, ...formerly].find((knownName) => ledger.resources[knownName] !== undefined);
    const entry = name === undefined ? undefined : ledger.resources[name];
    if (entry === undefined || name === undefined) continue;
    byId.set(entry.id, address);
    const found = live.known.get(name);
    // The object was created again outside Edgewright and named under `adopt:`, so it is not the ledger's.
    if (found !== undefined && found !== 'missing' && found.id !== entry.id) continue;
    entries.set(address, { entry, live: found });
  }
  const adopted = new Map(environment.adopt.map(({ address }) => [address, live.known.get(address)]));
  const isLive = ({ address }: CompiledResource): boolean =>
    (entries.get(address)?.live ?? adopted.get(address) ?? 'missing') !== 'missing';
  const open = new Map<string, CompiledResource[]>();
  for (const resource of desired) {
    if (isLive(resource)) continue;
    for (const key of identityKeys(resource.kind, resource.spec))
      addTo(open, `${resource.kind} ${key}`, resource);
  }
  const declared = new Map(desired.map((resource) => [resource.address, resource]));
  return { declared, byId, entries, open };
}

/** The address of a target given by id; undefined if a Terraform state has it and the API does not. */
export async function addressOf(
  { api, live }: ChoiceInput,
  index: PullIndex,
  target: ObjectTarget,
): Promise<Address | { readonly live: Live; readonly name?: Address | undefined } | undefined> {
  for (const key of target.keys) {
    const address = index.byId.get(key.id);
    if (address !== undefined) return address;
    const listed = live.listed.find(({ id, kind }) => id === key.id && kind === key.kind);
    const answer = listed === undefined ? await api.get(key) : undefined;
    const found = listed ?? (answer === undefined ? undefined : toLive(key.kind, answer));
    if (found === undefined) continue;
    if (found.isManageable) return { live: found, name: target.name };
    if (target.terraform !== undefined) return undefined;
    throw usageError(
      `\`${target.shown}\` is not a cloud endpoint: it belongs to a tunnel or an edge and cannot be managed`,
    );
  }
  if (target.terraform !== undefined) return undefined;
  const [meant] = [...index.declared.keys()].filter((address) => address.endsWith(`/${target.shown}`));
  throw usageError(
    `object \`${target.shown}\` does not exist`,
    meant === undefined ? notNamed : `did you mean \`${meant}\`?`,
  );
}

const notNamed = 'an endpoint or a TLS edge is named by its id, a route by edge_id/route_id';
