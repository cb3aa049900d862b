import { openCommandLine } from './start.ts';

/** The command line of a hook, which waits for it: a bundle that holds one verb starts sooner. */
export const { main, run } = openCommandLine({
  lint: async () => (await import('./commands/lint/lint.ts')).lintCommand,
});
