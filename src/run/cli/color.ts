import type { Io } from '../../model/io.ts';
import type { ColorOptions } from './options.ts';

/** Whether to color stdout: by the flag, then NO_COLOR, then whether stdout is a terminal. */
export function wantsColor(io: Io, { color }: ColorOptions): boolean {
  if (color !== 'auto') return color === 'always';
  const { NO_COLOR, TERM } = io.env;
  return (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb' && io.stdoutIsTerminal;
}
