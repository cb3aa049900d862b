import type { Io } from '../../model/io.ts';
import type { ColorOptions } from './options.ts';

/** Whether to color stdout: by the flag, NO_COLOR, FORCE_COLOR, then whether stdout is a terminal. */
export function wantsColor(io: Io, { color }: ColorOptions): boolean {
  if (color !== 'auto') return color === 'always';
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = io.env;
  if (NO_COLOR !== '') return false;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return TERM !== 'dumb' && io.stdoutIsTerminal;
}
