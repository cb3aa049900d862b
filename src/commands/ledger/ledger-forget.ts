import { toLive } from '../../derive/forms/to-live.ts';
import { addressesOf } from '../../derive/forms/object-ids.ts';
import { settlingSeconds } from '../../derive/forms/settling.ts';
import { exitCodes, UserError, type ExitCode } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerChange } from '../../model/journal/journal.ts';
import type { LedgerEntry, LedgerState, Orphan } from '../../model/ledger.ts';
import type { Address, Workspace } from '../../model/workspace.ts';
import { guardLedger } from '../../plan/gates/guards.ts';
import { commandLine } from '../../cli/command-line.ts';
import { connectForReading } from '../../session/api/connect.ts';
import { unknownAddress } from './ledger-unknown.ts';
import { withLockedApi } from '../../workflow/apply/with-locked-api.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import type { ApiOptions, WorkspaceOptions } from '../../cli/options.ts';
import { refuseUnsafe } from '../../workflow/plan/refuse-unsafe.ts';

export interface ForgetFlags extends WorkspaceOptions, ApiOptions {
  readonly env?: string;
  readonly stillLive?: boolean;
}

/** The content of the ledger for an address: its entry, or else an orphan that formerly had the name. */
type Known =
  | { readonly type: 'entry'; readonly entry: LedgerEntry }
  | { readonly type: 'orphan'; readonly entry: Orphan };

/**
 * Removes an address from the ledger if the API returns 404 for it, or with `--still-live` in any case. One of several
 * addresses of the same object is removed without a request: the object stays managed under the other.
 */
export async function forgetAddress(io: Io, name: string, options: ForgetFlags): Promise<ExitCode> {
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const check = (ledger: LedgerState): void => void knownIn(ledger, name, options);
  const toLock = { verb: 'ledger forget', workspace, environment, connect: connectForReading, check };
  return withLockedApi(io, toLock, options, async ({ lock, ledger, connection }) => {
    const known = knownIn(ledger, name, options);
    const address = name as Address;
    const { settings } = workspace;
    refuseUnsafe(guardLedger({ ledger, settings, apiOrigin: connection.api.origin }));
    const other = addressesOf(ledger, known.entry).find((one) => one !== address);
    if (known.type === 'entry' && other !== undefined) {
      await lock.append([{ type: 'answer', changes: [{ change: 'remove', address }] }]);
      io.stdout(`\`${address}\` is forgotten: ${known.entry.id} stays managed as \`${other}\`\n`);
      io.stderr(declaredNote(workspace, environment.name, address, false));
      return exitCodes.ok;
    }
    const answer = await connection.api.get(known.entry);
    const isLive = answer !== undefined;
    if (isLive)
      refuseLive(known, address, toLive(known.entry.kind, answer).id, {
        ...options,
        env: environment.name,
      });
    // A 404 right after a write may be outdated, so the object is kept as an orphan.
    const isFresh = settlingSeconds(known.entry, io.clock.now()) > 0;
    const since = io.clock.now().toISOString();
    const changes = forgetting(known, address, { isLive, isFresh, since });
    if (changes.length > 0) await lock.append([{ type: 'answer', changes }]);
    const how = isLive
      ? 'it is still live, and no longer managed'
      : isFresh
        ? 'the API answers 404 for it; written a moment ago, it is looked for once more'
        : 'the API answers 404 for it';
    io.stdout(`\`${address}\` (${known.entry.id}) is forgotten: ${how}\n`);
    io.stderr(declaredNote(workspace, environment.name, address, isLive));
    return exitCodes.ok;
  });
}

function forgetting(
  { type }: Known,
  address: Address,
  { isLive, isFresh, since }: { readonly isLive: boolean; readonly isFresh: boolean; readonly since: string },
): readonly LedgerChange[] {
  const isLookedFor = isFresh && !isLive;
  if (type === 'orphan') return isLookedFor ? [] : [{ change: 'drop-orphan', address }];
  if (isLive || isLookedFor) return [{ change: 'orphan', address, since, how: 'forgotten' }];
  return [{ change: 'remove', address }];
}

function knownIn(ledger: LedgerState, name: string, options: ForgetFlags): Known {
  const known = knownAs(ledger, name);
  if (known === undefined) throw unknownAddress(ledger, name, options);
  return known;
}

function knownAs({ resources, orphans }: LedgerState, name: string): Known | undefined {
  const entry = resources[name as Address];
  if (entry !== undefined) return { type: 'entry', entry };
  const orphan = orphans[name as Address];
  return orphan === undefined ? undefined : { type: 'orphan', entry: orphan };
}

function refuseLive(
  { type, entry }: Known,
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

/** The effect of the next apply on the address. */
function declaredNote(
  { resources }: Workspace,
  environment: string,
  address: Address,
  isLive: boolean,
): string {
  const declared = resources.find(
    (one) =>
      one.address === address &&
      (one.environments === undefined || one.environments.some(({ name }) => name === environment)),
  );
  if (declared === undefined) return '';
  const file = declared.source.path;
  return isLive
    ? `note: \`${file}\` declares it for \`${environment}\`: the next apply manages it again, unless a different environment has it by then\n`
    : `note: \`${file}\` declares it for \`${environment}\`: the next apply creates it again\n`;
}
