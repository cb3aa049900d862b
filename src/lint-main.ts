import { openCommandLine } from './start.ts';

/** The command line for hooks, which wait for it: a bundle with one command starts faster. */
export const { main, run } = openCommandLine({
  lint: async () => (await import('./commands/lint/lint.ts')).lintCommand,
});
