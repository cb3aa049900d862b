import type { Example } from './state.ts';

export const examples: readonly Example[];
