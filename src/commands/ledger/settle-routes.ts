import { kinds } from '../../kinds/index.ts';
import { idPattern } from '../../kinds/references.ts';
import { unknownSince } from '../../ledger/created-since.ts';
import type { ReadApi } from '../../model/api.ts';
import type { Desired } from '../../model/desired.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import { identityText, readNamedObjects, type NamedObject } from '../../run/ledger/named-objects.ts';
import type { Neighbor } from '../../plan/obstacles/neighbor.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import type { ApiOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import { asCode } from '../../text/quoted.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Address } from '../../model/workspace/address.ts';

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
  readonly openQuestion: string;
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
  const settledAddresses = new Set([...adopted.map(({ address }) => address), ...absent]);
  const open = unknown.filter(({ address }) => !settledAddresses.has(address));
  if (open.length > 0) throw unsettled(open, question, options);
  return readNamedObjects(adopted, question);
}

function adoptionOf(text: string, unknown: readonly Desired[], question: Question): NamedObject {
  const [, address = '', edge_id = '', id = ''] = /^([^=]+)=([^/]+)\/([^/]+)$/.exec(text) ?? [];
  if (!idPattern.test(edge_id) || !idPattern.test(id))
    throw usageError(
      `\`${text}\` does not name a route`,
      'give `--adopt https-route/<name>=<edge_id>/<route_id>`',
    );
  const wanted = unknownNamed(address, unknown, question);
  return { key: { kind: wanted.kind, edge_id, id }, address: wanted.address, identity: wanted.spec };
}

function unknownNamed(name: string, unknown: readonly Desired[], { openQuestion }: Question): Desired {
  const found = unknown.find(({ address }) => address === name);
  if (found !== undefined) return found;
  const names = unknown.map(({ address }) => asCode(address));
  throw usageError(
    `\`${name}\` is not a declared route that ${openQuestion}`,
    names.length === 0 ? 'there is none' : `those are ${names.join(', ')}`,
  );
}

function unsettled(open: readonly Desired[], question: Question, options: SettleFlags): UserError {
  const { environment, words, openQuestion, first = '', last = '' } = question;
  const { adopt = [], absent = [] } = options;
  const given = [
    ...adopt.flatMap((adoption) => ['--adopt', adoption]),
    ...absent.flatMap((absentAddress) => ['--absent', absentAddress]),
  ];
  const left = open.flatMap(({ address }) => ['--absent', address]);
  const command = commandLine([...words, '--env', environment.name], options, [...given, ...left]);
  const [firstRoute] = open;
  const edge = typeof firstRoute?.spec['edge_id'] === 'string' ? firstRoute.spec['edge_id'] : '<edge_id>';
  const settle =
    open.length === 1
      ? `if it does not exist: \`${command}\`; if it exists,`
      : `if none of them exists: \`${command}\`; for each that exists,`;
  return new UserError(
    exitCodes.unknown,
    `${namesOf(open)} ${openQuestion}, and routes cannot be listed: nothing was changed`,
    {
      help: `${first}look in the dashboard; ${settle} \`--adopt ${firstRoute?.address ?? ''}=${edge}/<route_id>\` in place of its \`--absent\`${last}`,
    },
  );
}

/** Maximum number of routes in the message; the command has all of them. */
const most = 5;

function namesOf(open: readonly Desired[]): string {
  const names = open
    .slice(0, most)
    .map(({ address, kind, spec }) => `\`${address}\` (${identityText(kind, spec)})`);
  const more = open.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
