import path from 'node:path';

/** The folder in which each shard of a run stores its counts. */
export const tallies = path.join(import.meta.dirname, '../../../node_modules/.cache/edgewright/prove');
