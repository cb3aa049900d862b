import { describePairs, storeNames } from './describe-pairs.ts';

describePairs(storeNames.flatMap((from) => storeNames.map((to) => [from, to] as const)));
