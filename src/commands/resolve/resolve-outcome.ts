import type { Desired } from '../../model/desired.ts';
import { openRun, type Run } from '../../run/session/run.ts';
import { entryOfLive } from '../../derive/forms/ledger-form.ts';
import { ownerInLedger } from '../../derive/forms/owner-id.ts';
import { kinds } from '../../kinds/index.ts';
import { idPattern } from '../../kinds/references.ts';
import { makeChange } from '../../ledger/state.ts';
import { edited } from '../../ledger/draft.ts';
import { olderLedgerChanges } from '../../ledger/upkeep/ledger-behind-live.ts';
import type { ReadApi } from '../../model/api.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerChange } from '../../model/ledger/ledger-change.ts';
import type { LedgerState, UnknownCreate } from '../../model/ledger/ledger.ts';
import type { Address } from '../../model/workspace/address.ts';
import { serviceClock } from '../../remote/api/service-time.ts';
import { leftObjectsText } from '../../report/left-objects-text.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { readNamedObjects, type NamedObject } from '../../run/ledger/named-objects.ts';
import { jsonText } from '../../report/text/json.ts';
import { withLockedApi } from '../../run/apply/with-locked-api.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import type { ApiOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import { listAll, readLeft } from '../../run/ledger/read-left.ts';
import { lintForEnvironment } from '../../run/lint/lint-workspace.ts';
import { declaredNow } from '../../run/plan/make-plan.ts';
import { refuseOtherLedger } from '../../run/plan/refuse-other-ledger.ts';
import { connectForReading } from '../../run/session/api/connect.ts';
import { readLedger } from '../../run/session/ledger/open-ledger-store.ts';
import { noteRunning } from '../../run/session/ledger/note-running.ts';
import { neighborsOf } from '../../run/session/workspace/neighbors.ts';
import { asCode } from '../../text/quoted.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** Lists the creates without a response, each with the two commands that settle it. Exits 4 if there are any. */
export async function listUnknown(
  io: Io,
  addresses: readonly string[],
  options: ResolveFlags,
): Promise<number> {
  if (addresses.length > 0 || options.adopt !== undefined || options.absent !== undefined)
    throw usageError('`--list` only shows: leave out the address, `--adopt` and `--absent`');
  const run = await openRun(io, options);
  const { unknown = {} } = await readLedger(run);
  await noteRunning(run, { unknown });
  const left = await readLeft(run);
  const found = left.filter(({ state }) => state === 'unknown');
  if (options.format === 'json') io.stdout(jsonText(found));
  else if (found.length > 0) io.stdout(leftObjectsText(found));
  else io.stdout(`Every outcome in ${run.environment.name} is known.\n`);
  return found.length === 0 ? exitCodes.ok : exitCodes.unknown;
}

export interface ResolveFlags extends WorkspaceOptions, ApiOptions {
  readonly env?: string;
  readonly adopt?: string;
  readonly absent?: boolean;
  readonly list?: boolean;
  readonly format?: 'text' | 'json';
}

/** Records the outcomes of creates. Sends no writes to the API; refuses an id whose object is something else. */
export async function resolveOutcome(
  io: Io,
  words: readonly string[],
  options: ResolveFlags,
): Promise<number> {
  const asked = askedOutcomes(words, options);
  const run = await openRun(io, options);
  const { desired } = await lintForEnvironment(run);
  const check = (ledger: LedgerState): void => {
    // A declared object that no list shows may be newer than the ledger, which only a reading tells.
    const isOpen = ({ address }: AskedOutcome): boolean =>
      desired.some(
        (resource) => resource.address === address && kinds[resource.kind].operations.list === undefined,
      ) && ledger.resources[address] === undefined;
    for (const outcome of asked) if (!isOpen(outcome)) unknownOf(ledger, outcome);
  };
  const id = await withLockedApi(
    run,
    { verb: 'resolve', connect: connectForReading, check },
    async ({ lock, ledger, connection: { api } }) => {
      const changes = await changesOf({ run, api, ledger, desired, lockedAt: new Date(lock.run.at) }, asked);
      await lock.append([{ type: 'answer', changes }]);
      return lock.run.id;
    },
  );
  const plan = commandLine(['plan', '--env', run.environment.name], run.place);
  const settled = asked.map(
    ({ address, adopt }) => `\`${address}\` ${adopt === undefined ? 'was not created' : `is ${adopt}`}`,
  );
  io.stdout(`${settled.join('\n')} (run ${id}); \`${plan}\` shows what is left to do\n`);
  return exitCodes.ok;
}

interface LockedReading {
  readonly run: Run;
  readonly api: ReadApi;
  readonly ledger: LedgerState;
  readonly desired: readonly Desired[];
  readonly lockedAt: Date;
}

/** The changes of the ledger that record these outcomes. Throws `UserError` if the API shows otherwise. */
async function changesOf(
  reading: LockedReading,
  asked: readonly AskedOutcome[],
): Promise<readonly LedgerChange[]> {
  const { run, api, desired } = reading;
  const { io, workspace, environment } = run;
  const older = await createsNewerThanLedger(reading, asked);
  const ledger = edited(reading.ledger, (draft) => {
    for (const change of older) makeChange(draft, change);
  });
  await refuseOtherLedger({ api, ledger, workspace });
  const isAdopting = asked.some(({ adopt }) => adopt !== undefined);
  const neighbors = isAdopting ? await neighborsOf(run) : [];
  const named = asked.flatMap((outcome) => namedObject(ledger, outcome));
  const at = serviceClock(io.clock, api).now().toISOString();
  const found = await readNamedObjects(named, { api, ledger, environment, neighbors });
  const created = found.map(({ address, op, live }): LedgerChange => {
    const declared = desired.find((resource) => resource.address === address)?.spec;
    const entry = entryOfLive(live, { uid: live.marker?.op ?? op, declared, at });
    return { change: 'put', address, entry };
  });
  const absent = asked.filter(({ adopt }) => adopt === undefined);
  await refuseCreated({ api, ledger }, absent);
  return [...older, ...created, ...absent.map(({ address }) => ({ change: 'absent', address }) as const)];
}

/** The creates that may be newer than the ledger, if one of the addresses is not in it. */
async function createsNewerThanLedger(
  { run: { environment }, api, ledger, desired, lockedAt }: LockedReading,
  asked: readonly AskedOutcome[],
): Promise<readonly LedgerChange[]> {
  const { unknown = {}, absent = {} } = ledger;
  if (asked.every(({ address }) => unknown[address] !== undefined || absent[address] !== undefined))
    return [];
  const declared = declaredNow({ desired, environment }, lockedAt);
  return olderLedgerChanges(ledger, await listAll(api), declared);
}

interface AskedOutcome {
  readonly address: Address;
  /** The id of the object that was created; undefined if there is none. */
  readonly adopt: string | undefined;
}

/** The outcomes on the command line: `<address>=<id>` names an object, `--adopt` that of a single address. */
function askedOutcomes(words: readonly string[], options: ResolveFlags): readonly AskedOutcome[] {
  if (words.length === 0) {
    throw usageError(
      'the address is missing',
      `\`${commandLine(['resolve', '--list'], options)}\` names those with an unknown outcome`,
    );
  }
  const { adopt, absent: isAbsent = false } = options;
  const asked = words.map((word): AskedOutcome => {
    const [, address = word, id] = /^([^=]+)=(.+)$/.exec(word) ?? [];
    return { address: address as Address, adopt: id };
  });
  const bare = asked.filter((askedOutcome) => askedOutcome.adopt === undefined);
  const isClear = bare.length === 0 ? adopt === undefined && !isAbsent : (adopt === undefined) === isAbsent;
  if (!isClear)
    throw usageError(
      bare.length === 0
        ? '`<address>=<id>` already says what exists: leave out --adopt and --absent'
        : `\`${bare[0]?.address ?? ''}\` needs one of --adopt <id> and --absent`,
      'if the object exists, add `--adopt <id>` with its id; if it does not, add `--absent`',
    );
  if (adopt !== undefined && bare.length > 1)
    throw usageError('--adopt is for a single address', 'for several, write `<address>=<id>` for each');
  const repeated = asked.find(
    ({ address }, index) => asked.findIndex((askedOutcome) => askedOutcome.address === address) < index,
  );
  if (repeated !== undefined) throw usageError(`\`${repeated.address}\` is given twice`);
  return asked.map((askedOutcome) => ({ ...askedOutcome, adopt: askedOutcome.adopt ?? adopt }));
}

/** The create that the outcome is of; also one said to be absent before, if it is adopted now. */
function unknownOf(
  { unknown = {}, absent = {}, environment }: LedgerState,
  { address, adopt }: AskedOutcome,
): UnknownCreate {
  const create = unknown[address] ?? (adopt === undefined ? undefined : absent[address]);
  if (create !== undefined) return create;
  const names = Object.keys(unknown).map(asCode);
  throw usageError(
    `no create of \`${address}\` has an unknown outcome in \`${environment}\``,
    names.length === 0 ? 'nothing is left to settle' : `unknown are ${names.join(', ')}`,
  );
}

/** The object that the outcome names, if it does, and the nonce of its create. */
function namedObject(
  ledger: LedgerState,
  outcome: AskedOutcome,
): readonly (NamedObject & Pick<UnknownCreate, 'op'>)[] {
  const { address, adopt } = outcome;
  if (adopt === undefined) return [];
  const { kind, edge_id, identity, op } = unknownOf(ledger, outcome);
  const isPath = edge_id !== undefined && adopt.startsWith(`${edge_id}/`);
  const id = isPath ? adopt.slice(edge_id.length + 1) : adopt;
  if (!idPattern.test(id)) throw usageError(`\`${adopt}\` is not a valid id`);
  return [{ key: withoutUndefined({ kind, id, edge_id }), address, identity, op }];
}

/** A list with the object disproves `--absent`; routes cannot be listed, so the user's statement is accepted. */
async function refuseCreated(
  { api, ledger }: Pick<LockedReading, 'api' | 'ledger'>,
  absent: readonly AskedOutcome[],
): Promise<void> {
  const creates = absent
    .map((outcome) => ({ ...unknownOf(ledger, outcome), address: outcome.address }))
    .filter(({ kind }) => kinds[kind].operations.list !== undefined);
  if (creates.length === 0) return;
  const owner = ownerInLedger(ledger);
  const listed = await listAll(api);
  for (const { address, kind, op } of creates) {
    const made = listed.find(
      (live) => live.kind === kind && live.marker?.owner === owner && live.marker.op === op,
    );
    if (made !== undefined)
      throw new UserError(exitCodes.unsafe, `\`${address}\` was created: \`${made.id}\` carries its marker`, {
        help: `name it: \`${address}=${made.id}\``,
      });
  }
}
