import type { Io } from '../model/io.ts';

/** The same outside with another place for what is said. Getters stay what they are: asking for a signal has effects. */
export function redirect(io: Io, streams: Partial<Pick<Io, 'stdout' | 'stderr'>>): Io {
  return Object.assign(Object.create(io) as Io, streams);
}
