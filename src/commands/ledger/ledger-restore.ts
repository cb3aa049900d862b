import { openRun } from '../../run/session/run.ts';
import { serviceClock } from '../../remote/api/service-time.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import { refOf } from '../../derive/forms/object-ids.ts';
import { printRows, rebuiltEntry } from './ledger-rebuild.ts';
import { settledRoutes, type SettleFlags } from './settle-routes.ts';
import { toLive } from '../../derive/forms/read-form.ts';
import { kindNames, kinds } from '../../kinds/index.ts';
import { createdSince } from '../../ledger/created-since.ts';
import { edited } from '../../ledger/draft.ts';
import { putEntry, useApprovals } from '../../ledger/state.ts';
import type { ReadApi } from '../../model/api.ts';
import type { CompiledResource } from '../../model/desired.ts';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { RollbackFiles } from '../../model/ledger/ledger-store.ts';
import type { LedgerEntry, LedgerState } from '../../model/ledger/ledger.ts';
import type { Address } from '../../model/workspace/address.ts';
import { guardLedger } from '../../plan/gates/guards.ts';
import { readRollback } from '../../plan/rollback/read-rollback.ts';
import type { Rollback, RollbackObject } from '../../plan/rollback/rollback.ts';
import { connectForReading } from '../../run/session/api/connect.ts';
import { openStore } from '../../run/session/ledger/open-ledger-store.ts';
import { runAbout } from '../../run/session/ledger/run-about.ts';
import { planKey } from '../../run/session/saved-plans.ts';
import { neighborsOf } from '../../run/session/workspace/neighbors.ts';
import { withLockedApi } from '../../run/apply/with-locked-api.ts';
import { approvalsAsUsed } from '../../run/ledger/approvals-as-used.ts';
import { listAll } from '../../run/ledger/read-left.ts';
import { lintForEnvironment } from '../../run/lint/lint-workspace.ts';
import { refuseUnsafe } from '../../run/plan/refuse-unsafe.ts';
import { exitCodes } from '../../model/exit-codes.ts';

const verb = 'ledger restore';

/**
 * Replaces a damaged ledger by an older generation, plus the objects created since. Sends no writes to the API, and
 * stores nothing while it is unknown whether a route was created since: the next apply would create it again.
 */
export async function restoreGeneration(io: Io, serial: number, options: SettleFlags): Promise<number> {
  const run = await openRun(io, options);
  const { workspace, environment } = run;
  const { desired } = await lintForEnvironment(run);
  const store = await openStore(run);
  const about = await runAbout(io, verb, workspace.root);
  const { lock, state, shown, damaged } = await store.restore(environment.name, about, serial);
  const { rollbacks } = lock;
  const opened = { lock, ledger: state, rollbacks };
  const locked = { verb, connect: connectForReading, opened };
  return withLockedApi(run, locked, async ({ ledger, connection: { api } }) => {
    refuseUnsafe(guardLedger({ ledger, settings: workspace.settings, apiOrigin: api.origin }));
    const missing = await missingOf(api, ledger);
    const { found, left } = createdSince(ledger, desired, {
      listed: await listAll(api),
      missing,
    });
    const neighbors = await neighborsOf(run);
    const openQuestion = `may have been created after serial ${serial}`;
    const words = ['ledger', 'restore', String(serial)];
    const routes = await settledRoutes(
      { api, ledger, desired, environment, neighbors, words, openQuestion },
      options,
    );
    const created = [...found, ...routes];
    const lost = await createdByRuns({
      api,
      ledger,
      desired,
      files: rollbacks,
      key: planKey(io),
    });
    const at = serviceClock(io.clock, api).now().toISOString();
    const used = approvalsAsUsed(workspace, environment.name, at);
    const next = edited({ ...ledger, serial: ledger.serial + 1 }, (draft) => {
      for (const { address, live } of created)
        putEntry(draft, address, rebuiltEntry({ address, live }, desired, at));
      useApprovals(draft, used);
    });
    await lock.replace(next);
    const isDeclared = (address: Address): boolean =>
      desired.some((resource) => resource.address === address);
    printRows(io, [
      ...entriesOf(ledger)
        .filter(([address]) => !created.some((createdObject) => createdObject.address === address))
        .map(
          ([address, entry]) =>
            [address, `${refOf(entry)}  ${fateOf(address, missing, isDeclared)}`] as const,
        ),
      ...created.map(({ address, live }) => [address, `${refOf(live)}  created since`] as const),
      ...lost.map(
        (lostObject) => [lostObject.address, lostText(lostObject, environment.name, options)] as const,
      ),
      ...left.map((live) => [live.kind, `${refOf(live)}  ${leftText}`] as const),
    ]);
    if (used.length > 0)
      io.stdout('every approval in the files counts as used: the plan prints the ids of new ones\n');
    if (damaged !== undefined) io.stdout(`the damaged ledger is now \`${damaged}\`\n`);
    const plan = commandLine(['plan', '--env', environment.name], options);
    io.stdout(
      `\`${environment.name}\` has \`${shown}\` again, as serial ${next.serial}; check \`${plan}\` before you apply\n`,
    );
    return exitCodes.ok;
  });
}

const leftText = 'carries the marker of this environment, and no declared address fits: look at it yourself';

/**
 * The message about a route that is neither in the generation nor declared: only a person can decide whether to keep
 * it.
 */
function lostText(
  { edge_id = '<edge_id>', id, run, identity }: RunCreated,
  environment: string,
  options: SettleFlags,
): string {
  const look = id === undefined ? 'look for it in the dashboard; ' : '';
  const pull = commandLine(['pull', '--env', environment], options);
  return `created by run ${run}, not declared and not in this ledger (${identity}): ${look}\`${pull} --route ${edge_id}/${id ?? '<route_id>'}\` takes it back`;
}

/** A generation is named by its serial, which is also in its file name. */
export function generationNumber(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw usageError(
    `\`${text}\` is not a generation`,
    'a generation is a number: that of `ledger.<number>.json`',
  );
}

function entriesOf({ resources, orphans }: LedgerState): [Address, LedgerEntry][] {
  return Object.entries({ ...orphans, ...resources }) as [Address, LedgerEntry][];
}

/** Reads each object of the ledger by id, since a list may be outdated. */
async function missingOf(api: ReadApi, ledger: LedgerState): Promise<ReadonlySet<Address>> {
  const read = await Promise.all(
    entriesOf(ledger).map(async ([address, entry]) => {
      const answer = await api.get(entry);
      if (answer !== undefined) toLive(entry.kind, answer);
      return answer === undefined ? [address] : [];
    }),
  );
  return new Set(read.flat());
}

/** The entry of a missing object is kept too, so that nothing is created again without an approval. */
function fateOf(
  address: Address,
  missing: ReadonlySet<Address>,
  isDeclared: (address: Address) => boolean,
): string {
  if (!missing.has(address)) return 'live';
  return isDeclared(address)
    ? 'returned 404: the plan asks before it is created again'
    : 'returned 404: the next apply forgets it';
}

/** A route that a run created and that neither the ledger nor the files have. */
interface RunCreated {
  readonly address: Address;
  /** The run, by the name of its rollback file. */
  readonly run: string;
  readonly edge_id: string | undefined;
  /** Known only if a later run changed the route. */
  readonly id: string | undefined;
  /** `match: "/docs"`: identifies the route without an id. */
  readonly identity: string;
}

interface Sources {
  readonly api: ReadApi;
  readonly ledger: LedgerState;
  readonly desired: readonly CompiledResource[];
  readonly files: RollbackFiles;
  readonly key: string | undefined;
}

/**
 * Routes recorded in rollback files: routes cannot be listed, so those that a run created are lost with an older ledger
 * and the files that declared them. Routes that return 404 and unreadable rollback files are left out.
 */
async function createdByRuns({ api, ledger, desired, files, key }: Sources): Promise<readonly RunCreated[]> {
  const created = new Map<Address, RunCreated>();
  for (const { run, objects } of await rollbacksIn(files, ledger, key))
    for (const object of objects) follow(created, run, object);
  const known = new Set([
    ...Object.keys(ledger.resources),
    ...Object.keys(ledger.orphans),
    ...desired.flatMap(({ address, formerly }) => [address, ...formerly]),
  ]);
  const lost = [...created.values()].filter(({ address }) => !known.has(address));
  const answers = await Promise.all(lost.map((lostObject) => mayBeLive(api, lostObject)));
  return lost.filter((_, index) => answers[index]);
}

/** The rollbacks of this ledger, oldest first. */
async function rollbacksIn(
  files: RollbackFiles,
  { lineage, api }: LedgerState,
  key: string | undefined,
): Promise<readonly Rollback[]> {
  const runs = await files.list();
  const read = await Promise.all(
    runs.map(async (run) => readRollback((await files.read(run)) ?? '', { run, key })),
  );
  return read
    .flatMap((opened) => ('rollback' in opened ? [opened.rollback] : []))
    .filter((rollback) => rollback.lineage === lineage && rollback.api === api)
    .sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

function follow(created: Map<Address, RunCreated>, run: string, object: RollbackObject): void {
  const { address, action, formerly, entry, orphan } = object;
  const before = created.get(formerly ?? address);
  created.delete(formerly ?? address);
  if (action === 'delete' || action === 'forget') return;
  if (action === 'create' && isUnlisted(address)) {
    created.set(address, { address, run, ...writtenIn(object), id: undefined });
    return;
  }
  if (before === undefined) return;
  created.set(address, { ...before, address, id: (entry ?? orphan)?.id ?? object.id ?? before.id });
}

function isUnlisted(address: Address): boolean {
  const kind = kindNames.find((name) => address.startsWith(`${name}/`));
  return kind !== undefined && kinds[kind].operations.list === undefined;
}

function writtenIn({ fields }: RollbackObject): Pick<RunCreated, 'edge_id' | 'identity'> {
  const edge = fields['edge_id']?.left;
  const match = fields['match']?.left;
  return {
    edge_id: typeof edge === 'string' ? edge : undefined,
    identity: typeof match === 'string' ? `match: ${JSON.stringify(match)}` : 'match unknown',
  };
}

async function mayBeLive(api: ReadApi, { id, edge_id }: RunCreated): Promise<boolean> {
  if (id === undefined || edge_id === undefined) return true;
  const answer = await api.get({ kind: 'https-route', edge_id, id });
  return answer !== undefined && toLive('https-route', answer).id === id;
}
