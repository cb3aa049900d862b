import { identityKeys } from '../../derive/forms/identity.ts';
import { liveToLedgerForm } from '../../derive/forms/ledger-form.ts';
import { ownerInLedger } from '../../derive/forms/marker.ts';
import { toLive } from '../../derive/forms/read-form.ts';
import { kinds } from '../../kinds/index.ts';
import { idPattern } from '../../kinds/references.ts';
import { makeChange } from '../../ledger/state.ts';
import { edited } from '../../ledger/draft.ts';
import { type DeclaredNow, olderLedgerChanges } from '../../ledger/upkeep/older-ledger.ts';
import type { ObjectKey, ReadApi } from '../../model/api.ts';
import { exitCodes, UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerChange } from '../../model/ledger/journal.ts';
import type { LedgerState, UnknownCreate } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Spec } from '../../model/value.ts';
import type { Address } from '../../model/workspace.ts';
import { type ClaimContext, claimOn } from '../../plan/collision/claims.ts';
import { serviceClock } from '../../remote/api/service-time.ts';
import { leftObjectsText } from '../../report/left-objects-text.ts';
import { claimText } from '../../report/plan/words/owner.ts';
import { jsonText } from '../../report/text/json.ts';
import { withLockedApi } from '../../run/apply/with-locked-api.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import type { ApiOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import { listAll, readLeft } from '../../run/ledger/check-ledger.ts';
import { lintForEnvironment } from '../../run/lint/lint-workspace.ts';
import { declaredNow } from '../../run/plan/make-plan.ts';
import { refuseOtherLedger } from '../../run/plan/start-reading.ts';
import { connectForReading } from '../../run/session/api/connect.ts';
import { readLedger } from '../../run/session/ledger/open-ledger-store.ts';
import { noteRunning } from '../../run/session/ledger/note-running.ts';
import { neighborsOf } from '../../run/session/workspace/neighbors.ts';
import { chooseEnvironment, openWorkspace } from '../../run/session/workspace/open-workspace.ts';

/** Lists the creates without a response, each with the two commands that settle it. Exits 4 if there are any. */
export async function listUnknown(
  io: Io,
  addresses: readonly string[],
  options: ResolveFlags,
): Promise<number> {
  if (addresses.length > 0 || options.adopt !== undefined || options.absent !== undefined)
    throw usageError('`--list` stands alone: it takes no address and settles nothing');
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const { unknown = {} } = await readLedger(io, workspace, environment, options);
  await noteRunning(io, workspace, environment, options, { unknown });
  const left = await readLeft(io, workspace, environment, options);
  const found = left.filter(({ state }) => state === 'unknown');
  if (options.format === 'json') io.stdout(jsonText(found));
  else if (found.length > 0) io.stdout(leftObjectsText(found));
  else io.stdout(`Every outcome in ${environment.name} is known.\n`);
  return found.length === 0 ? exitCodes.ok : exitCodes.unknown;
}

export interface ResolveFlags extends WorkspaceOptions, ApiOptions {
  readonly env?: string;
  readonly adopt?: string;
  readonly absent?: boolean;
  readonly list?: boolean;
  readonly format?: 'text' | 'json';
}

interface CreateToResolve {
  readonly api: ReadApi;
  readonly ledger: LedgerState;
  readonly address: Address;
  readonly create: UnknownCreate;
  /** The claims of other environments on the object. */
  readonly claiming: ClaimContext;
  /** The declared spec: its secrets are treated as secrets in the response too. */
  readonly spec: Spec | undefined;
  readonly now: Date;
}

/** Records the outcome of the create. Sends no writes to the API; refuses an id whose object is something else. */
export async function resolveOutcome(
  io: Io,
  words: readonly string[],
  options: ResolveFlags,
): Promise<number> {
  const asked = askedOutcomes(words, options);
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const { desired, failure } = await lintForEnvironment(io, workspace, environment.name);
  if (failure !== undefined) return failure;
  const check = (ledger: LedgerState): void => {
    // A declared object that no list shows may be newer than the ledger, which only a reading tells.
    const isOpen = ({ address }: AskedOutcome): boolean =>
      desired.some((one) => one.address === address && kinds[one.kind].operations.list === undefined) &&
      ledger.resources[address] === undefined;
    for (const each of asked) if (!isOpen(each)) unknownOf(ledger, each);
  };
  const toLock = { verb: 'resolve', workspace, environment, connect: connectForReading, check };
  const run = await withLockedApi(
    io,
    toLock,
    options,
    async ({ lock, ledger: stored, connection: { api } }) => {
      const older = await olderThan(
        api,
        stored,
        asked,
        declaredNow({ desired, environment }, new Date(lock.run.at)),
      );
      const ledger = edited(stored, (draft) => {
        for (const change of older) makeChange(draft, change);
      });
      await refuseOtherLedger({ api, ledger, workspace });
      const isAdopting = asked.some(({ adopt }) => adopt !== undefined);
      const neighbors = isAdopting ? await neighborsOf(io, workspace, environment, options) : [];
      const claiming = { ledger, environment, neighbors };
      const changes: LedgerChange[] = [];
      for (const each of asked) {
        const { address, adopt } = each;
        const create = unknownOf(ledger, each);
        const spec = desired.find((resource) => resource.address === address)?.spec;
        const resolving = {
          api,
          ledger,
          address,
          create,
          claiming,
          spec,
          now: serviceClock(io.clock, api).now(),
        };
        changes.push(
          adopt === undefined ? await absent(resolving) : await adopted(resolving, keyOf(create, adopt)),
        );
      }
      refuseTwice(changes);
      await lock.append([{ type: 'answer', changes: [...older, ...changes] }]);
      return lock.run.id;
    },
  );
  const plan = commandLine(['plan', '--env', environment.name], options);
  const said = asked.map(
    ({ address, adopt }) => `\`${address}\` ${adopt === undefined ? 'was not created' : `is ${adopt}`}`,
  );
  io.stdout(`${said.join('\n')} (run ${run}); \`${plan}\` shows what is left to do\n`);
  return exitCodes.ok;
}

/** The creates that may be newer than the ledger, if one of the addresses is not in it. */
async function olderThan(
  api: ReadApi,
  ledger: LedgerState,
  asked: readonly AskedOutcome[],
  declared: DeclaredNow,
): Promise<readonly LedgerChange[]> {
  const { unknown = {}, absent = {} } = ledger;
  if (asked.every(({ address }) => unknown[address] !== undefined || absent[address] !== undefined))
    return [];
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
  const bare = asked.filter((each) => each.adopt === undefined);
  const isSaid = bare.length === 0 ? adopt === undefined && !isAbsent : (adopt === undefined) === isAbsent;
  if (!isSaid) throw usageError('give one of --adopt <id> and --absent for addresses without `=<id>`');
  if (adopt !== undefined && bare.length > 1)
    throw usageError('--adopt is for a single address', 'for several, write `<address>=<id>` for each');
  const repeated = asked.find(
    ({ address }, index) => asked.findIndex((one) => one.address === address) < index,
  );
  if (repeated !== undefined) throw usageError(`\`${repeated.address}\` is given twice`);
  return asked.map((each) => ({ ...each, adopt: each.adopt ?? adopt }));
}

/** One object cannot be the result of two creates. */
function refuseTwice(changes: readonly LedgerChange[]): void {
  const ids = changes.flatMap((each) => (each.change === 'put' ? [each.entry.id] : []));
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw different(`\`${twice}\` is given for two addresses`);
}

/** A create that was said to be absent can still be adopted: that may have been a mistake. */
function unknownOf(
  { unknown = {}, absent = {}, environment }: LedgerState,
  { address, adopt }: AskedOutcome,
): UnknownCreate {
  const create = unknown[address] ?? (adopt === undefined ? undefined : absent[address]);
  if (create !== undefined) return create;
  const names = Object.keys(unknown).map((each) => `\`${each}\``);
  throw usageError(
    `no create of \`${address}\` has an unknown outcome in \`${environment}\``,
    names.length === 0 ? 'nothing is left to settle' : `unknown are ${names.join(', ')}`,
  );
}

function keyOf({ kind, edge_id }: UnknownCreate, text: string): ObjectKey {
  const id = edge_id !== undefined && text.startsWith(`${edge_id}/`) ? text.slice(edge_id.length + 1) : text;
  if (!idPattern.test(id)) throw usageError(`\`${text}\` is not a valid id`);
  return { kind, id, ...(edge_id === undefined ? {} : { edge_id }) };
}

async function adopted(resolving: CreateToResolve, key: ObjectKey): Promise<LedgerChange> {
  const { api, ledger, address, create, claiming, spec: declared, now } = resolving;
  const answer = await api.get(key);
  if (answer === undefined) {
    const edge = key.edge_id === undefined ? '' : ` of \`${key.edge_id}\``;
    throw different(`the API has no ${kinds[key.kind].title}${edge} with the id \`${key.id}\``);
  }
  const live = toLive(create.kind, answer);
  const other = addressOf(ledger, live);
  if (other !== undefined) throw different(`\`${live.id}\` is \`${other}\` already`);
  const claim = claimOn(claiming, live);
  if (claim !== undefined)
    throw different(claimText(claim, live), 'nothing was recorded; `from:` under `adopt:` takes it over');
  const wanted = new Set(identityKeys(create.kind, create.identity));
  const spec = live.edge_id === undefined ? live.spec : { edge_id: live.edge_id, ...live.spec };
  if (!identityKeys(create.kind, spec).some((one) => wanted.has(one)))
    throw different(`\`${live.id}\` is not what \`${address}\` was created as`);
  const entry = {
    uid: live.marker?.op ?? create.op,
    kind: live.kind,
    id: live.id,
    ...(live.edge_id === undefined ? {} : { edge_id: live.edge_id }),
    observed: liveToLedgerForm(live.spec, declared),
    observed_at: now.toISOString(),
    is_protected: false,
  };
  return { change: 'put', address, entry };
}

/** A list with the object disproves `--absent`; routes cannot be listed, so the user's statement is accepted. */
async function absent({ api, ledger, address, create }: CreateToResolve): Promise<LedgerChange> {
  if (kinds[create.kind].operations.list !== undefined) {
    const owner = ownerInLedger(ledger);
    const listed = await api.list(create.kind, (answer) => toLive(create.kind, answer));
    const made = listed.find(({ marker }) => marker?.owner === owner && marker.op === create.op);
    if (made !== undefined)
      throw different(`it was created: \`${made.id}\` carries its marker`, `use --adopt ${made.id}`);
  }
  return { change: 'absent', address };
}

function addressOf({ resources, orphans }: LedgerState, { kind, id, edge_id }: Live): string | undefined {
  const entries = Object.entries({ ...orphans, ...resources });
  return entries.find(([, each]) => each.kind === kind && each.id === id && each.edge_id === edge_id)?.[0];
}

function different(message: string, help = 'nothing was recorded'): UserError {
  return new UserError(exitCodes.unsafe, message, { help });
}
