import { openRun } from '../../run/session/run.ts';
import { serviceClock } from '../../remote/api/service-time.ts';
import { toLive } from '../../derive/forms/read-form.ts';
import { addressesOf } from '../../derive/forms/object-ids.ts';
import { settlingSeconds } from '../../derive/forms/settling.ts';
import type { ReadApi } from '../../model/api.ts';
import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerChange } from '../../model/ledger/ledger-change.ts';
import type { LedgerEntry, LedgerState, Orphan } from '../../model/ledger/ledger.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { guardLedger } from '../../plan/gates/guards.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import { connectForReading } from '../../run/session/api/connect.ts';
import { unknownAddress } from './ledger-unknown.ts';
import { withLockedApi } from '../../run/apply/with-locked-api.ts';
import type { ApiOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import { refuseUnsafe } from '../../run/plan/refuse-unsafe.ts';
import { exitCodes, type ExitCode } from '../../model/exit-codes.ts';
import type { Address } from '../../model/workspace/address.ts';

export interface ForgetFlags extends WorkspaceOptions, ApiOptions {
  readonly env?: string;
  readonly stillLive?: boolean;
}

/** The content of the ledger for an address: its entry, or else an orphan that formerly had the name. */
type LedgerObject =
  | { readonly type: 'entry'; readonly entry: LedgerEntry }
  | { readonly type: 'orphan'; readonly entry: Orphan };

/**
 * Removes addresses from the ledger if the API returns 404 for them, or with `--still-live` in any case: all of them or
 * none. One of several addresses of the same object is removed without a request: the object stays managed under the
 * other.
 */
export async function forgetAddresses(
  io: Io,
  names: readonly string[],
  options: ForgetFlags,
): Promise<ExitCode> {
  const run = await openRun(io, options);
  const { workspace, environment } = run;
  const check = (ledger: LedgerState): void => {
    for (const name of names) knownIn(ledger, name, options);
  };
  const locked = { verb: 'ledger forget', connect: connectForReading, check };
  return withLockedApi(run, locked, async ({ lock, ledger, connection }) => {
    const { settings } = workspace;
    refuseUnsafe(guardLedger({ ledger, settings, apiOrigin: connection.api.origin }));
    const forgotten: ForgetResult[] = [];
    for (const name of new Set(names)) {
      const place = { ...options, env: environment.name };
      forgotten.push(await forgottenOf(io, { name: name as Address, ledger, api: connection.api }, place));
    }
    const changes = forgotten.flatMap((forgetResult) => forgetResult.changes);
    if (changes.length > 0) await lock.append([{ type: 'answer', changes }]);
    for (const { address, text, isLive } of forgotten) {
      io.stdout(text);
      const file = declaringFile(workspace, environment.name, address);
      const next = isLive
        ? 'manages it again, unless a different environment has it by then'
        : 'creates it again';
      if (file !== undefined)
        io.stderr(`note: \`${file}\` declares it for \`${environment.name}\`: the next apply ${next}\n`);
    }
    return exitCodes.ok;
  });
}

interface ForgetResult {
  readonly address: Address;
  readonly changes: readonly LedgerChange[];
  readonly text: string;
  readonly isLive: boolean;
}

async function forgottenOf(
  io: Io,
  {
    name: address,
    ledger,
    api,
  }: { readonly name: Address; readonly ledger: LedgerState; readonly api: ReadApi },
  options: ForgetFlags & { readonly env: string },
): Promise<ForgetResult> {
  const known = knownIn(ledger, address, options);
  const { id } = known.entry;
  const other = addressesOf(ledger, known.entry).find((candidate) => candidate !== address);
  if (known.type === 'entry' && other !== undefined) {
    const text = `\`${address}\` is forgotten: ${id} stays managed as \`${other}\`\n`;
    return { address, changes: [{ change: 'remove', address }], text, isLive: false };
  }
  const answer = await api.get(known.entry);
  const isLive = answer !== undefined;
  if (isLive) refuseLive(known, address, toLive(known.entry.kind, answer).id, options);
  // A 404 right after a write may be outdated, so the object is kept as an orphan.
  const now = serviceClock(io.clock, api).now();
  const isFresh = settlingSeconds(known.entry, now) > 0;
  const since = now.toISOString();
  const how = isLive
    ? 'it is still live, and no longer managed'
    : isFresh
      ? 'the API returns 404 for it; written a moment ago, it is looked for once more'
      : 'the API returns 404 for it';
  const changes = forgetting(known, address, { isLive, isFresh, since });
  return { address, changes, text: `\`${address}\` (${id}) is forgotten: ${how}\n`, isLive };
}

function forgetting(
  { type }: LedgerObject,
  address: Address,
  { isLive, isFresh, since }: { readonly isLive: boolean; readonly isFresh: boolean; readonly since: string },
): readonly LedgerChange[] {
  const isLookedFor = isFresh && !isLive;
  if (type === 'orphan') return isLookedFor ? [] : [{ change: 'drop-orphan', address }];
  if (isLive || isLookedFor) return [{ change: 'orphan', address, since, how: 'forgotten' }];
  return [{ change: 'remove', address }];
}

function knownIn(ledger: LedgerState, name: string, options: ForgetFlags): LedgerObject {
  const known = knownAs(ledger, name);
  if (known === undefined) throw unknownAddress(ledger, name, options);
  return known;
}

function knownAs({ resources, orphans }: LedgerState, name: string): LedgerObject | undefined {
  const entry = resources[name as Address];
  if (entry !== undefined) return { type: 'entry', entry };
  const orphan = orphans[name as Address];
  return orphan === undefined ? undefined : { type: 'orphan', entry: orphan };
}

function refuseLive(
  { type, entry }: LedgerObject,
  address: Address,
  id: string,
  options: ForgetFlags & { readonly env: string },
): void {
  if (options.stillLive !== true) {
    const forced = commandLine(['ledger', 'forget', address, '--still-live', '--env', options.env], options);
    throw new UserError(exitCodes.gate, `\`${address}\` is live: the API answers for ${id}`, {
      help: `to stop managing it and leave it as it is: \`${forced}\`. Nothing was changed`,
    });
  }
  if (type === 'orphan' || !entry.is_protected) return;
  throw new UserError(exitCodes.gate, `\`${address}\` is protected by \`safety.protect\``, {
    help: 'remove it from `safety.protect` and apply first. Nothing was changed',
  });
}

/** The file that declares an address for an environment; undefined if none does. */
function declaringFile({ resources }: Workspace, environment: string, address: Address): string | undefined {
  const declared = resources.find(
    (resource) =>
      resource.address === address &&
      (resource.environments === undefined || resource.environments.some(({ name }) => name === environment)),
  );
  return declared?.source.path;
}
