import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

/** The shells that can complete, with their scripts. */
export const shells = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
} as const;

export type Shell = keyof typeof shells;
