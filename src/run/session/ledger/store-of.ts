import { randomBytes } from 'node:crypto';
import { planKey } from '../saved-plans.ts';
import { placeFlags, type PlaceFlags } from '../../cli/command-line.ts';
import type { Backend } from '../../../ledger/backend.ts';
import { fileBackend } from '../../../ledger/file/file-backend.ts';
import { nodeFiles } from '../../../ledger/file/node-files.ts';
import { nodeHost } from '../node-host.ts';
import { unsafeError } from '../../../ledger/ledger-error.ts';
import { ledgerStore } from '../../../ledger/ledger-store.ts';
import { usageError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { LedgerStore } from '../../../model/ledger/ledger-store.ts';
import type { LedgerSettings } from '../../../model/workspace.ts';
import { workspaceHome } from '../../../workspace/git/workspace-home.ts';
import { withoutUndefined } from '../../../text/json/json-access.ts';

interface Place {
  readonly root: string;
  readonly settings: LedgerSettings;
  /** Whether ledgers of a workspace elsewhere are read: it is said to be this one. */
  readonly isMoved?: true;
}

/** The stores of this process: each asks its remote or its database only once for the same reading. */
const opened = new WeakMap<Io, Map<string, Promise<LedgerStore>>>();

/** The store that edgewright.yaml names. The built-in mock API has files of its own (`local`), whatever it names. */
export function storeOf(io: Io, place: Place, options: PlaceFlags): Promise<LedgerStore> {
  const key = JSON.stringify([
    place.root,
    place.settings,
    place.isMoved,
    placeFlags(options),
    options.ledger,
  ]);
  const stores = opened.get(io) ?? new Map<string, Promise<LedgerStore>>();
  opened.set(io, stores);
  const store = stores.get(key) ?? openedStore(io, place, options);
  stores.set(key, store);
  return store;
}

async function openedStore(io: Io, place: Place, options: PlaceFlags): Promise<LedgerStore> {
  const { root, settings, isMoved } = place;
  const backend = await backendsOf(io, place, options);
  // The built-in mock API has nothing that two workspaces could share.
  const home = options.local === true || isMoved === true ? undefined : workspaceHome(root, settings);
  return ledgerStore({ backend, lineage: settings.lineage, home, placeFlags: placeFlags(options) });
}

/** The backends of environments, in the store that the settings name. That of the mock API is not sealed. */
export async function backendsOf(
  io: Io,
  place: Place,
  options: PlaceFlags,
): Promise<(environment: string) => Backend> {
  const backend = await unsealedBackends(io, place, options);
  const sealKey = options.local === true ? undefined : planKey(io);
  return sealKey === undefined ? backend : (environment) => ({ ...backend(environment), sealKey });
}

async function unsealedBackends(
  io: Io,
  { root, settings }: Place,
  options: PlaceFlags,
): Promise<(environment: string) => Backend> {
  const flags = placeFlags(options);
  const host = await nodeHost();
  const env = { clock: io.clock, random: (bytes: number) => randomBytes(bytes) };
  const shared = { host, env, placeFlags: flags };
  if (options.local === true || settings.store === 'file') {
    refuseRunner(io, options);
    const folder = options.local === true ? '.edgewright/local' : '.edgewright';
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
  if (options.ledger !== undefined) {
    throw usageError(`edgewright.yaml keeps the ledger in \`${settings.store}\``, 'leave out `--ledger`');
  }
  if (settings.store === 'git') {
    const { remote, branch } = settings;
    const [{ gitBackends }, { openRemoteGit }, { scratchFolder }] = await Promise.all([
      import('../../../ledger/git/git-backend.ts'),
      import('../../../workspace/git/remote-git.ts'),
      import('../../../workspace/git/repository.ts'),
    ]);
    const place = { root, cwd: io.cwd, env: io.env };
    return gitBackends({
      ...shared,
      branch,
      git: () => openRemoteGit({ place, remote, scratch: scratchFolder() }),
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
function refuseRunner({ env }: Io, { local, ledger }: PlaceFlags): void {
  const isCi = env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false';
  if (!isCi || local === true || ledger === 'file') return;
  throw unsafeError(
    'the `file` ledger would be lost with this CI runner',
    'keep it in `git` or `postgres`; or name the store if its folder is kept between runs: `--ledger file`',
  );
}
