import { unsafeError } from '../ledger-error.ts';
import type { Lease } from './lease.ts';
import { LedgerError } from '../../model/errors.ts';
import type { RunAbout } from '../../model/ledger/journal.ts';
import { shardInputNames, shardName, type ShardInputs, type ShardToLock } from '../../model/ledger/shard.ts';
import { onOneLine } from '../../text/words/one-line.ts';
import { lockedBy } from '../lock-error.ts';
import { runInWords } from '../../text/words/run-in-words.ts';
import { runIdOf } from '../run-id.ts';

const inputWords: Readonly<Record<keyof ShardInputs, string>> = {
  resources: 'resources',
  settings: 'settings',
  adopt: '`adopt`',
  removed: '`removed`',
  approvals: 'approvals',
  api: 'API URL',
  version: 'version of Edgewright',
};

/** More are counted: the next refusal names them. */
const mostNamed = 5;

/** The error for a shard of another number of shards than the stored one. */
export function otherCount(
  { environment, shardsCommand }: LeasePlace,
  stored: string,
  { number, of }: ShardToLock,
): LedgerError {
  const name = shardName({ number, of });
  return unsafeError(
    `\`${environment}\` is divided into ${stored} shards, so \`${name}\` is none of them`,
    `use \`--shard <number>/${stored}\`; to divide it into ${of}, while no shard is being applied: \`${shardsCommand(of)}\``,
  );
}

/** The error for a shard beside runs that apply other shards with other inputs. */
export function otherInputs(
  { environment, unlockCommand }: LeasePlace,
  leases: readonly Lease[],
  { inputs }: ShardToLock,
): LedgerError {
  const named = leases.slice(0, mostNamed);
  const more = leases.length - named.length;
  const runs = [...named.map(leaseAtCommit), ...(more === 0 ? [] : [`and ${more} more`])].join(', ');
  const unlocks = named.map(({ run }) => `\`${unlockCommand(leaseRunId(run))}\``).join(', ');
  const end =
    leases.length === 1
      ? 'wait for it to end; once it is certain that it does not run any more, remove its lock with'
      : 'wait for them to end; once it is certain that one does not run any more, remove its lock:';
  return unsafeError(
    `other shards of \`${environment}\` are being applied with other inputs${differing(leases, inputs)}: ${runs}`,
    `apply the same commit in all shards, with the same version and API, or ${end} ${unlocks}`,
    leases[0]?.run,
  );
}

/** ` (resources, approvals)`; empty if a run does not say what it applies. */
function differing(leases: readonly Lease[], inputs: ShardInputs): string {
  if (leases.some((lease) => lease.inputs === undefined)) return '';
  const names = shardInputNames.filter((name) =>
    leases.some((lease) => lease.inputs?.[name] !== inputs[name]),
  );
  return ` (${names.map((name) => inputWords[name]).join(', ')})`;
}

function leaseAtCommit(lease: Lease): string {
  const commit = lease.run?.commit;
  return `${leaseInWords(lease)}${commit === undefined ? '' : ` at commit ${onOneLine(commit).slice(0, 12)}`}`;
}

/** The environment of a lease, for messages. */
export interface LeasePlace {
  readonly environment: string;
  readonly unlockCommand: (run: string) => string;
  readonly shardsCommand: (count: number) => string;
}

/** The error for a lease that another run has. */
export function leaseHeld({ environment, unlockCommand }: LeasePlace, lease: Lease): LedgerError {
  const { run } = lease;
  return lockedBy(environment, { words: leaseInWords(lease), run }, unlockCommand(leaseRunId(run)));
}

function leaseInWords({ run, since }: Lease): string {
  return run === undefined ? `an unknown run (since ${since})` : runInWords({ ...run, at: since });
}

/** The id of the run that has the lease, as part of a command. */
export function leaseRunId(run: RunAbout | undefined): string {
  return (run && runIdOf(run)) ?? 'unknown';
}
