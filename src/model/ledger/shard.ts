/** One of the shards of an environment: a process applies it at the same time as others apply the others. */
export interface Shard {
  /** From 1. */
  readonly number: number;
  /** The number of all shards. */
  readonly of: number;
}

/** `2/8`, as `--shard` takes it. */
export function shardName({ number, of }: Shard): string {
  return `${number}/${of}`;
}

/** More would only wait for one API, and for each other's rows of the ledger. */
export const mostShards = 100;
