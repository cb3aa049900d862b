import type { Io } from '../model/io.ts';

/** The same Io with other output streams. Getters stay getters: reading `signal` has side effects. */
export function redirect(io: Io, streams: Partial<Pick<Io, 'stdout' | 'stderr'>>): Io {
  return Object.assign(Object.create(io) as Io, streams);
}
