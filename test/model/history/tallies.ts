import path from 'node:path';

/** Where each shard of a run leaves what it counted. */
export const tallies = path.join(import.meta.dirname, '../../../node_modules/.cache/edgewright/prove');
