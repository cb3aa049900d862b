import { addressHash, ownerInLedger } from '../../derive/forms/marker.ts';
import { identityKeys } from '../../derive/forms/identity.ts';
import { toLive } from '../../derive/forms/read-form.ts';
import { kinds } from '../../kinds/index.ts';
import { idPattern } from '../../kinds/references.ts';
import { unknownSince } from '../../ledger/created-since.ts';
import type { ReadApi } from '../../model/api.ts';
import type { Desired } from '../../model/desired.ts';
import { exitCodes, UserError, usageError } from '../../model/errors.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Address, Environment } from '../../model/workspace.ts';
import { claimText } from '../../report/plan/words/owner.ts';
import { claimOn, type ClaimContext, type Neighbor } from '../../plan/collision/claims.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import type { ApiOptions, WorkspaceOptions } from '../../run/cli/options.ts';

/** The options that settle routes, which cannot be listed. */
export interface SettleFlags extends WorkspaceOptions, ApiOptions {
  readonly env?: string;
  /** Items of the form `address=edge_id/route_id`. */
  readonly adopt?: readonly string[];
  readonly absent?: readonly string[];
}

interface Question {
  readonly api: ReadApi;
  readonly ledger: LedgerState;
  readonly desired: readonly Desired[];
  readonly environment: Pick<Environment, 'name' | 'adopt'>;
  readonly neighbors: readonly Neighbor[];
  /** The words of the running command, which is printed again with the answers: `ledger restore 2`. */
  readonly words: readonly string[];
  /** The open question: `may have been created after serial 2`. */
  readonly doubt: string;
  /** Start of the help. */
  readonly first?: string;
  /** End of the help. */
  readonly last?: string;
}

interface CreatedObject {
  readonly address: Address;
  readonly live: Live;
}

/**
 * The declared routes that are live but not in the ledger, as stated by the user, since no list has them. Throws
 * `UserError` 4 with the command to settle them if the state of one is still open.
 */
export async function settledRoutes(
  question: Question,
  options: SettleFlags,
): Promise<readonly CreatedObject[]> {
  const { ledger, desired, environment } = question;
  const settled = new Set(environment.adopt.map(({ address }) => address));
  const unlisted = desired.filter(({ kind }) => kinds[kind].operations.list === undefined);
  const unknown = unknownSince(ledger, unlisted, settled);
  const adopted = (options.adopt ?? []).map((text) => adoptionOf(text, unknown, question));
  const absent = (options.absent ?? []).map((name) => unknownNamed(name, unknown, question).address);
  const said = new Set([...adopted.map(({ wanted }) => wanted.address), ...absent]);
  const open = unknown.filter(({ address }) => !said.has(address));
  if (open.length > 0) throw unsettled(open, question, options);
  return Promise.all(adopted.map((each) => readAdopted(each, question)));
}

interface RouteToAdopt {
  readonly wanted: Desired;
  readonly edge_id: string;
  readonly id: string;
}

function adoptionOf(text: string, unknown: readonly Desired[], question: Question): RouteToAdopt {
  const [, address = '', edge_id = '', id = ''] = /^([^=]+)=([^/]+)\/([^/]+)$/.exec(text) ?? [];
  if (idPattern.test(edge_id) && idPattern.test(id))
    return { wanted: unknownNamed(address, unknown, question), edge_id, id };
  throw usageError(
    `\`${text}\` does not name a route`,
    'give `--adopt https-route/<name>=<edge_id>/<route_id>`',
  );
}

function unknownNamed(name: string, unknown: readonly Desired[], { doubt }: Question): Desired {
  const found = unknown.find(({ address }) => address === name);
  if (found !== undefined) return found;
  const names = unknown.map(({ address }) => `\`${address}\``);
  throw usageError(
    `\`${name}\` is not a declared route that ${doubt}`,
    names.length === 0 ? 'there is none' : `those are ${names.join(', ')}`,
  );
}

async function readAdopted(
  { wanted, edge_id, id }: RouteToAdopt,
  { api, ledger, environment, neighbors }: Question,
): Promise<CreatedObject> {
  const { address, kind } = wanted;
  const answer = await api.get({ kind, edge_id, id });
  if (answer === undefined) throw different(`\`${edge_id}/${id}\` does not exist`);
  const live = toLive(kind, answer);
  const known = Object.entries({ ...ledger.orphans, ...ledger.resources });
  const other = known.find(([, each]) => each.kind === kind && each.id === id && each.edge_id === edge_id);
  if (other !== undefined) throw different(`\`${id}\` is \`${other[0]}\` already`);
  refuseOther(wanted, { ...live, edge_id }, { ledger, environment, neighbors });
  return { address, live };
}

/**
 * A route named by the user must match the declaration or carry its marker, and must not belong to another resource.
 */
export function refuseOther(
  { address, kind, spec }: Desired,
  live: Live,
  { ledger, environment, neighbors }: ClaimContext,
): void {
  const claim = claimOn({ ledger, environment, neighbors }, live);
  if (claim !== undefined) throw different(claimText(claim, live));
  const isMarked =
    live.marker?.owner === ownerInLedger({ ...ledger, environment: environment.name }) &&
    live.marker.address === addressHash(address);
  const keys = new Set(identityKeys(kind, spec));
  const { edge_id } = live;
  const own = edge_id === undefined ? live.spec : { edge_id, ...live.spec };
  if (!isMarked && !identityKeys(kind, own).some((key) => keys.has(key)))
    throw different(`\`${live.id}\` is not what \`${address}\` declares`);
}

function different(message: string): UserError {
  return new UserError(exitCodes.unsafe, message, { help: 'nothing was changed' });
}

function unsettled(open: readonly Desired[], question: Question, options: SettleFlags): UserError {
  const { environment, words, doubt, first = '', last = '' } = question;
  const { adopt = [], absent = [] } = options;
  const given = [
    ...adopt.flatMap((each) => ['--adopt', each]),
    ...absent.flatMap((each) => ['--absent', each]),
  ];
  const left = open.flatMap(({ address }) => ['--absent', address]);
  const command = commandLine([...words, '--env', environment.name], options, [...given, ...left]);
  const [one] = open;
  const edge = typeof one?.spec['edge_id'] === 'string' ? one.spec['edge_id'] : '<edge_id>';
  const settle =
    open.length === 1
      ? `if it does not exist: \`${command}\`; if it exists,`
      : `if none of them exists: \`${command}\`; for each that exists,`;
  return new UserError(
    exitCodes.unknown,
    `${namesOf(open)} ${doubt}, and routes cannot be listed: nothing was changed`,
    {
      help: `${first}look in the dashboard; ${settle} \`--adopt ${one?.address ?? ''}=${edge}/<route_id>\` in place of its \`--absent\`${last}`,
    },
  );
}

/** Maximum number of routes in the message; the command has all of them. */
const most = 5;

function namesOf(open: readonly Desired[]): string {
  const names = open.slice(0, most).map(({ address, kind, spec }) => {
    const identity = kinds[kind].identity.fields.map((name) => `${name}: ${JSON.stringify(spec[name])}`);
    return `\`${address}\` (${identity.join(', ')})`;
  });
  const more = open.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
