import path from 'node:path';

/** The file with the counts of a run, for its closing line. */
export const tally = path.join(import.meta.dirname, '../../node_modules/.cache/edgewright/agree.json');
