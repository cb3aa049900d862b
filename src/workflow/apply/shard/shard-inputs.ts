import type { Desired } from '../../../model/desired.ts';
import type { ShardInputs } from '../../../model/ledger/shard.ts';
import type { Environment, Workspace } from '../../../model/workspace.ts';
import { hashOf } from '../../../text/hash.ts';
import { version } from '../../../version.ts';
import { desiredHash } from '../../plan/bound-plan.ts';

interface Read {
  readonly desired: readonly Desired[];
  readonly workspace: Pick<Workspace, 'settings' | 'approvals' | 'removed'>;
  readonly environment: Pick<Environment, 'adopt' | 'drift'>;
  /** The origin of the API. */
  readonly api: string;
}

/**
 * The inputs that shards which are applied at the same time must have in common: two that differ could adopt one object
 * under two addresses, or write to two APIs.
 */
export function shardInputs({ desired, workspace, environment, api }: Read): ShardInputs {
  const { settings, approvals, removed } = workspace;
  const formerly = Object.fromEntries(desired.map((one) => [one.address, one.formerly]));
  return {
    resources: hashOf([desiredHash(desired), formerly]),
    settings: hashOf([settings.document.source.text, environment.drift]),
    adopt: hashOf(
      environment.adopt.map(({ address, id, edge_id = null, from = null }) => [address, id, edge_id, from]),
    ),
    removed: hashOf(removed.map(({ address, then }) => [address, then])),
    approvals: hashOf(
      approvals.map(({ address, allow, environment: one = null, change }) => [address, allow, one, change]),
    ),
    api: hashOf(api),
    version,
  };
}
