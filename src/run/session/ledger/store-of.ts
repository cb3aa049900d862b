import { randomBytes } from 'node:crypto';
import { planKey } from '../saved-plans.ts';
import { placeFlags, type PlaceFlags } from '../../cli/command-line.ts';
import type { Backend } from '../../../ledger/backend.ts';
import { fileBackend } from '../../../ledger/file/file-backend.ts';
import { nodeFiles } from '../../../ledger/file/node-files.ts';
import { nodeHost } from '../node-host.ts';
import { unsafeError } from '../../../ledger/ledger-error.ts';
import { ledgerStore } from '../../../ledger/backend-store.ts';
import { usageError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { LedgerStore } from '../../../model/ledger/ledger-store.ts';
import type { LedgerAccess } from '../run.ts';
import type { LedgerSettings } from '../../../model/workspace/settings.ts';
import { workspaceHome } from '../../../workspace/git/workspace-home.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';

/** Which ledgers are meant. */
export interface StorePlace {
  /** The folder of the workspace. */
  readonly root: string;
  readonly settings: LedgerSettings;
  /** Whether ledgers of a workspace elsewhere are read: it is said to be this one. */
  readonly isMoved?: true;
  readonly ledger: Pick<LedgerAccess, 'isLocal' | 'store'>;
  readonly place: PlaceFlags;
}

/** The stores of this process: each asks its remote or its database only once for the same reading. */
const opened = new WeakMap<Io, Map<string, Promise<LedgerStore>>>();

/** The store that edgewright.yaml names. The built-in mock API has files of its own (`local`), whatever it names. */
export function storeOf(io: Io, at: StorePlace): Promise<LedgerStore> {
  const key = JSON.stringify([at.root, at.settings, at.isMoved, at.ledger.store, placeFlags(at.place)]);
  const stores = opened.get(io) ?? new Map<string, Promise<LedgerStore>>();
  opened.set(io, stores);
  const store = stores.get(key) ?? openedStore(io, at);
  stores.set(key, store);
  return store;
}

async function openedStore(io: Io, at: StorePlace): Promise<LedgerStore> {
  const { root, settings, isMoved, ledger: access, place } = at;
  const backend = await backendsOf(io, at);
  // The built-in mock API has nothing that two workspaces could share.
  const home = access.isLocal || isMoved === true ? undefined : workspaceHome(root, settings);
  return ledgerStore({ backend, lineage: settings.lineage, home, placeFlags: placeFlags(place) });
}

/** The backends of environments, in the store that the settings name. That of the mock API is not sealed. */
export async function backendsOf(io: Io, at: StorePlace): Promise<(environment: string) => Backend> {
  const backend = await unsealedBackends(io, at);
  const sealKey = at.ledger.isLocal ? undefined : planKey(io);
  return sealKey === undefined ? backend : (environment) => ({ ...backend(environment), sealKey });
}

async function unsealedBackends(
  io: Io,
  { root, settings, ledger: access, place }: StorePlace,
): Promise<(environment: string) => Backend> {
  const flags = placeFlags(place);
  const host = await nodeHost();
  const env = { clock: io.clock, random: (bytes: number) => randomBytes(bytes) };
  const shared = { host, env, placeFlags: flags };
  if (access.isLocal || settings.store === 'file') {
    refuseRunner(io, access);
    const folder = access.isLocal ? '.edgewright/local' : '.edgewright';
    return (environment) =>
      fileBackend({
        root,
        folder,
        environment,
        files: nodeFiles,
        host,
        env,
        placeFlags: flags,
      });
  }
  if (access.store !== undefined) {
    throw usageError(`edgewright.yaml keeps the ledger in \`${settings.store}\``, 'leave out `--ledger`');
  }
  if (settings.store === 'git') {
    const { remote, branch } = settings;
    const [{ gitBackends }, { openRemoteGit }, { scratchFolder }] = await Promise.all([
      import('../../../ledger/git/git-backend.ts'),
      import('../../../workspace/git/remote-git.ts'),
      import('../../../workspace/git/scratch-folder.ts'),
    ]);
    const checkout = { root, cwd: io.cwd, env: io.env };
    return gitBackends({
      ...shared,
      branch,
      git: () => openRemoteGit({ place: checkout, remote, scratch: scratchFolder() }),
    });
  }
  const [{ postgresBackends }, { postgresTarget }] = await Promise.all([
    import('../../../ledger/postgres/postgres-backend.ts'),
    import('../../../ledger/postgres/postgres-target.ts'),
  ]);
  const target = postgresTarget(io.env);
  io.secrets?.learn(target.password);
  const { backend } = postgresBackends({
    ...shared,
    target,
    workspace: settings.lineage,
    onWait: (reason) => {
      io.stderr(`waiting: ${reason}\n`);
      io.tell?.({ event: 'wait', for: 'ledger', reason });
    },
    ...withoutUndefined({ urgent: io.urgent }),
  });
  return backend;
}

/** The files of a CI runner are lost with it, so there the file store must be named. */
function refuseRunner({ env }: Io, { isLocal, store }: StorePlace['ledger']): void {
  const isCi = env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false';
  if (!isCi || isLocal || store === 'file') return;
  throw unsafeError(
    'the `file` ledger would be lost with this CI runner',
    'keep it in `git` or `postgres`; or name the store if its folder is kept between runs: `--ledger file`',
  );
}
