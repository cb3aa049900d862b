import { describePairs } from './describe-pairs.ts';

// All nine are in `npm run prove`.
describePairs([
  ['file', 'git'],
  ['postgres', 'file'],
]);
