import { openRun } from '../../run/session/run.ts';
import { randomBytes } from 'node:crypto';
import { serviceClock } from '../../remote/api/service-time.ts';
import { ownerOf } from '../../derive/forms/owner-id.ts';
import { entryOfLive } from '../../derive/forms/ledger-form.ts';
import { refOf } from '../../derive/forms/object-ids.ts';
import { toLive } from '../../derive/forms/read-form.ts';
import { edited, type LedgerDraft } from '../../ledger/draft.ts';
import { emptyLedger, putEntry, useApprovals } from '../../ledger/state.ts';
import { isSameIdentity, rebuild, type RebuiltPair } from '../../ledger/rebuild.ts';
import type { ReadApi } from '../../model/api.ts';
import type { CompiledResource } from '../../model/desired.ts';
import { LedgerError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import { listAll } from '../../run/ledger/read-left.ts';
import { approvalsAsUsed } from '../../run/ledger/approvals-as-used.ts';
import { claimText } from '../../report/plan/words/owner-words.ts';
import { claimOn } from '../../plan/obstacles/claims.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import { connectForReading } from '../../run/session/api/connect.ts';
import { lineageOf, openStore, storeLedger } from '../../run/session/ledger/open-ledger-store.ts';
import { runAbout } from '../../run/session/ledger/run-about.ts';
import { writeLedgerIgnore } from '../../run/session/ledger/ledger-settings.ts';
import { lintForEnvironment } from '../../run/lint/lint-workspace.ts';
import { neighborsOf } from '../../run/session/workspace/neighbors.ts';
import { settledRoutes, type SettleFlags } from './settle-routes.ts';
import { readRoutes } from './routes-file.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Address } from '../../model/workspace/address.ts';

export interface RebuildFlags extends SettleFlags {
  readonly routes?: string;
}

/**
 * Matches declared resources with live objects and stores the result as a new ledger. Refuses if there is a ledger, and
 * while it is unknown whether a declared route is live, since the next apply would create it again.
 */
export async function rebuildFromLive(io: Io, options: RebuildFlags): Promise<number> {
  const run = await openRun(io, options);
  const { workspace, environment } = run;
  const { desired } = await lintForEnvironment(run);
  const store = await openStore(run);
  if ((await store.read(environment.name)) !== undefined) throw ledgerExists(environment, options);
  const lineage = lineageOf(workspace);
  const connection = await connectForReading(run);
  const { api } = connection;
  try {
    const listed = await listAll(api);
    const owner = ownerOf(lineage, environment.name);
    const start = emptyLedger({ environment: environment.name, lineage, api: api.origin });
    const neighbors = await neighborsOf(run);
    const claiming = { api, ledger: start, environment, neighbors };
    const routes =
      options.routes === undefined
        ? new Map<Address, Live>()
        : await readRoutes(io, options.routes, desired, claiming);
    const claimed = listed.flatMap((live) => {
      const claim = claimOn(claiming, live);
      return claim === undefined ? [] : [{ live, claim }];
    });
    const theirs = new Set(claimed.map(({ live }) => live));
    const { pairs, unpaired, ambiguous } = rebuild(desired, {
      listed: listed.filter((live) => !theirs.has(live)),
      routes,
      owner,
    });
    const verified = await verify(api, pairs);
    const now = serviceClock(io.clock, api).now().toISOString();
    const found = edited(start, (draft) => putPairs(draft, verified, desired, now));
    const stated = await settledRoutes(
      {
        ...claiming,
        ledger: found,
        desired,
        words: ['ledger', 'rebuild', ...(options.routes === undefined ? [] : ['--routes', options.routes])],
        openQuestion: 'may be live',
        ...(options.local === true || listed.some(({ marker }) => marker?.owner === owner)
          ? {}
          : { first: `if nothing was ever applied to it: \`${initCommand(environment, options)}\`; else ` }),
        last:
          options.routes === undefined
            ? ', or give a file with `--routes`, a line `https-route/<name>: <edge_id>/<route_id>` each'
            : '',
      },
      options,
    );
    const state = edited(found, (draft) => {
      putPairs(draft, stated, desired, now);
      useApprovals(draft, approvalsAsUsed(workspace, environment.name, now));
    });
    await storeLedger(store, state, await runAbout(io, 'ledger rebuild', workspace.root));
    if (options.local !== true) writeLedgerIgnore(workspace.root);
    printRows(io, rebuiltRows({ verified, ambiguous, stated, unpaired }, environment, options));
    for (const { live, claim } of claimed)
      if (desired.some((resource) => isSameIdentity(live, resource)))
        io.stdout(`${claimText(claim, live)}: not taken\n`);
    const plan = commandLine(['plan', '--env', environment.name], options);
    io.stdout(
      `${verified.length + stated.length} of ${desired.length} found; check \`${plan}\` before you apply\n`,
    );
    return exitCodes.ok;
  } finally {
    await connection.close();
  }
}

function ledgerExists({ name }: Environment, { local }: RebuildFlags): LedgerError {
  // The folder of a local ledger also has the data of the built-in mock API, so only the ledger files may be moved.
  const folder = `.edgewright/${local === true ? 'local/' : ''}${name}`;
  return new LedgerError(exitCodes.unsafe, `\`${name}\` has a ledger; rebuild is for one that was lost`, {
    help: `if that ledger is really of no use, move \`${folder}/ledger*.json\` and \`${folder}/journal/*\` away, then run this again`,
  });
}

/** How each declared resource was matched with a live object, or why not. */
interface RebuiltPairs {
  readonly verified: readonly RebuiltPair[];
  readonly ambiguous: readonly Address[];
  readonly stated: readonly StatedPair[];
  readonly unpaired: readonly Address[];
}

type StatedPair = Pick<RebuiltPair, 'address' | 'live'>;

function rebuiltRows(
  { verified, ambiguous, stated, unpaired }: RebuiltPairs,
  environment: Environment,
  options: RebuildFlags,
): readonly (readonly [string, string])[] {
  const isStated = (address: Address): boolean => stated.some((pair) => pair.address === address);
  return [
    ...verified.map(({ address, live, by }) => [address, `${refOf(live)}  by ${by}`] as const),
    ...ambiguous.map(
      (address) => [address, 'several live objects would do: choose one with `adopt:`'] as const,
    ),
    ...stated.map(({ address, live }) => [address, `${refOf(live)}  by --adopt`] as const),
    ...unpaired
      .filter((address) => !isStated(address))
      .map((address) => [address, whyUnpaired(address, environment, options)] as const),
  ];
}

function putPairs(
  draft: LedgerDraft,
  pairs: readonly StatedPair[],
  desired: readonly CompiledResource[],
  now: string,
): void {
  for (const pair of pairs) putEntry(draft, pair.address, rebuiltEntry(pair, desired, now));
}

export function printRows(io: Io, rows: readonly (readonly [string, string])[]): void {
  const width = Math.max(0, ...rows.map(([address]) => address.length));
  for (const [address, text] of rows) io.stdout(`${address.padEnd(width)}  ${text}\n`);
}

function whyUnpaired(
  address: Address,
  { adopt }: Pick<Environment, 'adopt'>,
  { absent = [] }: RebuildFlags,
): string {
  if (adopt.some((adoption) => adoption.address === address)) return 'named under `adopt:`';
  return absent.includes(address)
    ? 'not live, by --absent; the next plan creates it'
    : 'nothing found; the next plan creates it';
}

/** Leaves out API options: `ledger init` does not use the API. */
function initCommand({ name }: Pick<Environment, 'name'>, { workspace, ledger }: RebuildFlags): string {
  return commandLine(['ledger', 'init', '--env', name], {
    ...withoutUndefined({ workspace, ledger }),
  });
}

/** Reads each matched object by id, since a list may be outdated. */
async function verify(api: ReadApi, pairs: readonly RebuiltPair[]): Promise<readonly RebuiltPair[]> {
  const found = await Promise.all(
    pairs.map(async (pair) => {
      const answer = await api.get(pair.live);
      return answer === undefined ? undefined : { ...pair, live: toLive(pair.live.kind, answer) };
    }),
  );
  return found.filter((pair) => pair !== undefined);
}

export function rebuiltEntry(
  { address, live }: Pick<RebuiltPair, 'address' | 'live'>,
  desired: readonly CompiledResource[],
  now: string,
): LedgerEntry {
  const pattern = desired.find((resource) => resource.address === address);
  const uid = live.marker?.op ?? randomBytes(16).toString('hex');
  const entry = entryOfLive(live, { uid, declared: pattern?.spec, at: now });
  return pattern === undefined ? entry : { ...entry, origin: pattern.document.source.path };
}
