import path from 'node:path';

/** Where a run leaves what it counted, for its closing line. */
export const tally = path.join(import.meta.dirname, '../../node_modules/.cache/edgewright/agree.json');
