import type { Example } from './state.ts';

export const examples: readonly Example[];

/** The files of a folder of examples/ that belong to its workspace, by path. */
export function filesOfExample(name: string): Readonly<Record<string, string>>;
