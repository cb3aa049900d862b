import type { WorkspaceOptions, ApiOptions } from './options.ts';
import { toLive } from '../derive/to-live.ts';
import { idPattern } from '../kinds/references.ts';
import { kinds, kindNames } from '../kinds/index.ts';
import type { ReadApi } from '../model/api.ts';
import { exitCodes, UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Environment } from '../model/workspace.ts';
import { pull } from '../pull/pull.ts';
import { yamlText } from '../report/yaml.ts';
import { connectForReading } from './connect.ts';
import { readLedger } from './ledger-store.ts';
import { chooseEnvironment, openWorkspace } from './open-workspace.ts';
import { writePulled } from './write-pulled.ts';

export interface PullOptions extends WorkspaceOptions, ApiOptions {
  readonly env?: string;
  readonly secretsDir?: string;
}

/** Reads the objects, writes a file for each, and the entries that adopt them into the environment's file. */
export async function pullObjects(io: Io, names: readonly string[], options: PullOptions): Promise<void> {
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const ledger = await readLedger(io, workspace, environment, options);
  const connection = await connectForReading(io, options, {
    root: workspace.root,
    environment: environment.name,
  });
  try {
    const objects =
      names.length === 0
        ? await unmanaged(connection.api, ledger, environment)
        : await named(connection.api, ledger, names);
    const pulled = pull({
      objects,
      environment: environment.name,
      isOnlyEnvironment: workspace.environments.size === 1,
      taken: new Set(workspace.resources.map(({ address }) => address)),
      namesOfIds: new Map([...environment.ids.values()].map(({ id, name }) => [id, name])),
      print: yamlText,
    });
    writePulled(io, { workspace, environment }, pulled, options);
  } finally {
    await connection.close();
  }
}

/** Everything that can be listed and can be ours, and that neither the ledger nor `adopt:` has. */
async function unmanaged(
  api: ReadApi,
  ledger: LedgerState,
  environment: Environment,
): Promise<readonly Live[]> {
  const managed = new Set(
    [...Object.values(ledger.resources), ...Object.values(ledger.orphans), ...environment.adopt].map(
      ({ id }) => id,
    ),
  );
  const listable = kindNames.filter((kind) => kinds[kind].operations.list !== undefined);
  const listed = await Promise.all(
    listable.map(async (kind) => (await api.list(kind)).map((answer) => toLive(kind, answer))),
  );
  return listed.flat().filter(({ id, isManageable }) => isManageable && !managed.has(id));
}

async function named(api: ReadApi, ledger: LedgerState, names: readonly string[]): Promise<readonly Live[]> {
  const managed = new Map(Object.entries(ledger.resources).map(([address, { id }]) => [id, address]));
  return Promise.all(
    [...new Set(names)].map(async (name) => {
      const live = await find(api, name);
      const address = managed.get(live.id);
      if (address === undefined) return live;
      throw new UserError(exitCodes.usage, `\`${name}\` is managed already, as \`${address}\``, {
        help: 'pull is for what is not written down yet',
      });
    }),
  );
}

async function find(api: ReadApi, name: string): Promise<Live> {
  const ids = name.split('/');
  if (ids.length > 2 || !ids.every((id) => idPattern.test(id))) {
    throw new UserError(exitCodes.usage, `\`${name}\` is neither an id nor edge_id/route_id`);
  }
  const [first = '', second] = ids;
  const tries =
    second === undefined
      ? (['endpoint', 'tls-edge'] as const).map((kind) => ({ kind, id: first }))
      : [{ kind: 'https-route' as const, edge_id: first, id: second }];
  for (const key of tries) {
    const answer = await api.get(key);
    if (answer === undefined) continue;
    const live = toLive(key.kind, answer);
    if (live.isManageable) return live;
    throw new UserError(
      exitCodes.usage,
      `\`${name}\` is no cloud endpoint: it belongs to a tunnel or an edge and cannot be managed (API 4.4)`,
    );
  }
  throw new UserError(exitCodes.usage, `there is no object \`${name}\``, {
    help: 'an endpoint or a TLS edge is named by its id, a route by edge_id/route_id',
  });
}
