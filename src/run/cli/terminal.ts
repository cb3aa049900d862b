import type { Io } from '../../model/io.ts';
import type { ColorOptions } from './options.ts';
import type { Report } from './reports.ts';

/** Whether to color stdout: by the flag, NO_COLOR, FORCE_COLOR, then whether stdout is a terminal. */
export function wantsColor(io: Io, { color }: ColorOptions): boolean {
  if (color !== 'auto') return color === 'always';
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = io.env;
  if (NO_COLOR !== '') return false;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return TERM !== 'dumb' && io.stdoutIsTerminal;
}

/** How a report looks: the content of a file does not depend on the terminal. */
export function terminal(
  io: Io,
  { file, color }: Pick<Report<string>, 'file'> & ColorOptions,
): { readonly color: boolean; readonly columns: number } {
  if (file !== undefined) return { color: color === 'always', columns: 80 };
  return { color: wantsColor(io, { color }), columns: io.columns };
}
