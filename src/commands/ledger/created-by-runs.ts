import { toLive } from '../../derive/forms/to-live.ts';
import { kindNames, kinds } from '../../kinds/index.ts';
import type { ReadApi } from '../../model/api.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { Address } from '../../model/workspace.ts';
import { readRollback } from '../../saved/rollback/read-rollback.ts';
import type { Rollback, RollbackObject } from '../../saved/rollback/rollback.ts';
import type { RollbackFiles } from '../../model/ledger-store.ts';

/** A route that a run created and that neither the ledger nor the files have. */
export interface RunCreated {
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
  readonly desired: readonly Desired[];
  readonly files: RollbackFiles;
  readonly key: string | undefined;
}

/**
 * Routes recorded in rollback files: routes cannot be listed, so those that a run created are lost with an older ledger
 * and the files that declared them. Routes that return 404 and unreadable rollback files are left out.
 */
export async function createdByRuns({
  api,
  ledger,
  desired,
  files,
  key,
}: Sources): Promise<readonly RunCreated[]> {
  const created = new Map<Address, RunCreated>();
  for (const { run, objects } of await rollbacksIn(files, ledger, key))
    for (const object of objects) follow(created, run, object);
  const known = new Set([
    ...Object.keys(ledger.resources),
    ...Object.keys(ledger.orphans),
    ...desired.flatMap(({ address, formerly }) => [address, ...formerly]),
  ]);
  const lost = [...created.values()].filter(({ address }) => !known.has(address));
  const there = await Promise.all(lost.map((one) => mayBeLive(api, one)));
  return lost.filter((_, index) => there[index]);
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
