/** One of the shards of an environment: a process applies it at the same time as others apply the others. */
export interface Shard {
  /** From 1. */
  readonly number: number;
  /** The number of all shards. */
  readonly of: number;
}

export interface ShardToLock extends Shard {
  readonly inputs: ShardInputs;
}

/** Everything that decides on the steps apart from what is live, each as a hash. */
export type ShardInputs = Readonly<Record<ShardInput, string>>;

export const shardInputNames = [
  'resources',
  'settings',
  'adopt',
  'removed',
  'approvals',
  'api',
  'version',
] as const;

type ShardInput = (typeof shardInputNames)[number];

/** `2/8`, as `--shard` takes it. */
export function shardName({ number, of }: Shard): string {
  return `${number}/${of}`;
}

/** More would only wait for one API, and for each other's rows of the ledger. */
export const mostShards = 100;
