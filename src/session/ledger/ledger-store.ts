import { randomBytes } from 'node:crypto';
import { fileStore, type FileStore } from '../../ledger/file-store.ts';
import { nodeFiles } from '../../ledger/node-files.ts';
import { nodeHost } from '../../ledger/node-host.ts';
import { advanced, emptyLedger } from '../../ledger/state.ts';
import { exitCodes, LedgerError, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerLock, LedgerState, LedgerStore } from '../../model/ledger.ts';
import type { Environment, WorkspaceHead } from '../../model/workspace.ts';
import { commandLine, placeFlags, type PlaceFlags } from '../../cli/command-line.ts';
import { localOrigin } from '../api/connect.ts';

/**
 * The built-in mock API has ledgers of its own (`local`): its ids must never mix with real ones. In CI the file store
 * is used only if it is given explicitly (`ledger`).
 */
export type LedgerOptions = PlaceFlags;

/** The ledger of an environment. A missing one is an error (exit code 5): it is never treated as a first run. */
export async function readLedger(
  io: Io,
  workspace: WorkspaceHead,
  environment: Environment,
  options: LedgerOptions,
): Promise<LedgerState> {
  const store = await openStore(io, workspace, options);
  const state = await store.read(environment.name);
  return state ?? firstState(workspace, environment, options);
}

/** Reads the ledger under the lock, for `apply`. The caller releases the lock. */
export async function openLedger(
  io: Io,
  workspace: WorkspaceHead,
  environment: Environment,
  options: LedgerOptions,
): Promise<{ readonly lock: LedgerLock; readonly ledger: LedgerState }> {
  const store = await openStore(io, workspace, options);
  // Reads first, so that a missing ledger leaves no lock behind.
  await readLedger(io, workspace, environment, options);
  const lock = await store.lock(environment.name);
  try {
    const state = await store.read(environment.name);
    return { lock, ledger: state ?? firstState(workspace, environment, options) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Creates an empty ledger. Refuses if there is one. */
export async function createLedger(
  io: Io,
  {
    root,
    environment,
    lineage,
    options = {},
  }: { root: string; environment: string; lineage: string; options?: LedgerOptions },
): Promise<void> {
  const store = await storeAt(io, root, lineage, options);
  const existing = await store.read(environment);
  if (existing !== undefined) {
    throw new LedgerError(
      exitCodes.unsafe,
      `\`${environment}\` has a ledger already (serial ${existing.serial})`,
      {
        help: 'nothing was changed',
      },
    );
  }
  await storeLedger(store, emptyLedger({ environment, lineage, api: '' }));
}

/** Stores a state as the next generation, under the lock. */
export async function storeLedger(store: LedgerStore, state: LedgerState): Promise<void> {
  const lock = await store.lock(state.environment);
  try {
    await lock.replace(advanced(state, lock.fence));
  } finally {
    await lock.release();
  }
}

export async function openStore(
  io: Io,
  workspace: WorkspaceHead,
  options: LedgerOptions,
): Promise<FileStore> {
  return storeAt(io, workspace.root, lineageOf(workspace), options);
}

export function lineageOf({ settings }: WorkspaceHead): string {
  if (settings.ledger !== undefined) return settings.ledger.lineage;
  throw new UserError(exitCodes.settings, 'edgewright.yaml does not say where the ledger is', {
    help: 'add `ledger: { store: file, lineage: <a uuid of your own> }`; `edgewright init <folder>` writes one',
  });
}

async function storeAt(io: Io, root: string, lineage: string, options: LedgerOptions): Promise<FileStore> {
  const { local, ledger } = options;
  const isCi = io.env['CI'] !== undefined && io.env['CI'] !== '' && io.env['CI'] !== 'false';
  return fileStore({
    root,
    folder: local === true ? '.edgewright/local' : '.edgewright',
    files: nodeFiles,
    host: await nodeHost(),
    env: { clock: io.clock, random: (bytes) => randomBytes(bytes) },
    lineage,
    placeFlags: placeFlags(options),
    use: local === true || ledger === 'file' ? 'named' : isCi ? 'ci' : 'here',
  });
}

function firstState(workspace: WorkspaceHead, { name }: Environment, options: LedgerOptions): LedgerState {
  if (options.local === true)
    return emptyLedger({ environment: name, lineage: lineageOf(workspace), api: localOrigin });
  const { workspace: folder, ledger } = options;
  // Leaves out API options: `ledger init` does not use the API.
  const init = commandLine(['ledger', 'init', '--env', name], {
    ...(folder === undefined ? {} : { workspace: folder }),
    ...(ledger === undefined ? {} : { ledger }),
  });
  const rebuild = commandLine(['ledger', 'rebuild', '--env', name], options);
  throw new LedgerError(
    exitCodes.unsafe,
    `\`${name}\` has no ledger, so it is unknown what is already managed`,
    {
      help: `a first run: \`${init}\`; a lost ledger: \`${rebuild}\``,
    },
  );
}
