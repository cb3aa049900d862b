import { addressHash, ownerOf } from '../../derive/forms/marker.ts';
import { identityKeys } from '../../derive/forms/identity.ts';
import { toLive } from '../../derive/forms/to-live.ts';
import { kinds } from '../../kinds/index.ts';
import { idPattern } from '../../kinds/references.ts';
import { unknownSince } from '../../ledger/created-since.ts';
import type { ReadApi } from '../../model/api.ts';
import type { Desired } from '../../model/desired.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Address, Environment } from '../../model/workspace.ts';
import { claimText } from '../../plan/collision/claim-words.ts';
import { claimOn, type Neighbor } from '../../plan/collision/claims.ts';
import { commandLine } from '../../cli/command-line.ts';
import type { ApiOptions, WorkspaceOptions } from '../../cli/options.ts';

export interface RestoreFlags extends WorkspaceOptions, ApiOptions {
  readonly env?: string;
  /** `address=edge_id/route_id` each. */
  readonly adopt?: readonly string[];
  readonly absent?: readonly string[];
}

interface Restored {
  readonly api: ReadApi;
  readonly ledger: LedgerState;
  readonly desired: readonly Desired[];
  readonly environment: Pick<Environment, 'name' | 'adopt'>;
  readonly neighbors: readonly Neighbor[];
  readonly serial: number;
}

interface Created {
  readonly address: Address;
  readonly live: Live;
}

/**
 * The routes that were created after the generation, by the word of whoever runs this: no list has them. Throws
 * `UserError` 4 with the command that settles it while one is left of which nothing was said.
 */
export async function routesSince(restored: Restored, options: RestoreFlags): Promise<readonly Created[]> {
  const { ledger, desired, environment } = restored;
  const settled = new Set(environment.adopt.map(({ address }) => address));
  const unlisted = desired.filter(({ kind }) => kinds[kind].operations.list === undefined);
  const unknown = unknownSince(ledger, unlisted, settled);
  const adopted = (options.adopt ?? []).map((text) => adoptionOf(text, unknown));
  const absent = (options.absent ?? []).map((name) => unknownNamed(name, unknown).address);
  const said = new Set([...adopted.map(({ wanted }) => wanted.address), ...absent]);
  const open = unknown.filter(({ address }) => !said.has(address));
  if (open.length > 0) throw unsettled(open, restored, options);
  return Promise.all(adopted.map((each) => readAdopted(each, restored)));
}

interface Adopted {
  readonly wanted: Desired;
  readonly edge_id: string;
  readonly id: string;
}

function adoptionOf(text: string, unknown: readonly Desired[]): Adopted {
  const [, address = '', edge_id = '', id = ''] = /^([^=]+)=([^/]+)\/([^/]+)$/.exec(text) ?? [];
  if (idPattern.test(edge_id) && idPattern.test(id))
    return { wanted: unknownNamed(address, unknown), edge_id, id };
  throw new UserError(exitCodes.usage, `\`${text}\` does not name a route`, {
    help: 'give `--adopt https-route/<name>=<edge_id>/<route_id>`',
  });
}

function unknownNamed(name: string, unknown: readonly Desired[]): Desired {
  const found = unknown.find(({ address }) => address === name);
  if (found !== undefined) return found;
  const names = unknown.map(({ address }) => `\`${address}\``);
  throw new UserError(exitCodes.usage, `\`${name}\` is not a route that may have been created since`, {
    help: names.length === 0 ? 'there is none' : `those are ${names.join(', ')}`,
  });
}

async function readAdopted(
  { wanted, edge_id, id }: Adopted,
  { api, ledger, environment, neighbors }: Restored,
): Promise<Created> {
  const { address, kind } = wanted;
  const answer = await api.get({ kind, edge_id, id });
  if (answer === undefined) throw different(`\`${edge_id}/${id}\` does not exist`);
  const live = toLive(kind, answer);
  const known = Object.entries({ ...ledger.orphans, ...ledger.resources });
  const other = known.find(([, each]) => each.kind === kind && each.id === id && each.edge_id === edge_id);
  if (other !== undefined) throw different(`\`${id}\` is \`${other[0]}\` already`);
  const claim = claimOn({ ledger, environment, neighbors }, live);
  if (claim !== undefined) throw different(claimText(claim, live));
  const isMarked =
    live.marker?.owner === ownerOf(ledger.lineage, environment.name) &&
    live.marker.address === addressHash(address);
  const keys = new Set(identityKeys(kind, wanted.spec));
  if (!isMarked && !identityKeys(kind, { edge_id, ...live.spec }).some((key) => keys.has(key)))
    throw different(`\`${id}\` is not what \`${address}\` declares`);
  return { address, live };
}

function different(message: string): UserError {
  return new UserError(exitCodes.unsafe, message, { help: 'nothing was changed' });
}

function unsettled(
  open: readonly Desired[],
  { serial, environment }: Restored,
  options: RestoreFlags,
): UserError {
  const { adopt = [], absent = [] } = options;
  const given = [
    ...adopt.flatMap((each) => ['--adopt', each]),
    ...absent.flatMap((each) => ['--absent', each]),
  ];
  const left = open.flatMap(({ address }) => ['--absent', address]);
  const command = commandLine(['ledger', 'restore', String(serial), '--env', environment.name], options, [
    ...given,
    ...left,
  ]);
  const [first] = open;
  const names = open.map(({ address, kind, spec }) => {
    const identity = kinds[kind].identity.fields.map((name) => `${name}: ${JSON.stringify(spec[name])}`);
    return `\`${address}\` (${identity.join(', ')})`;
  });
  const edge = typeof first?.spec['edge_id'] === 'string' ? first.spec['edge_id'] : '<edge_id>';
  const isOne = open.length === 1;
  const settle = isOne
    ? `if it does not exist: \`${command}\`; if it exists,`
    : `if none of them exists: \`${command}\`; for each that exists,`;
  return new UserError(
    exitCodes.doubt,
    `${names.join(', ')} may have been created after serial ${serial}, and routes cannot be listed: nothing was changed`,
    {
      help: `look in the dashboard; ${settle} \`--adopt ${first?.address ?? ''}=${edge}/<route_id>\` in place of its \`--absent\``,
    },
  );
}
