import type { Io } from '../../model/io.ts';

/** The same Io with other output or observers. Getters stay getters: reading `signal` has side effects. */
export function redirect(io: Io, streams: Partial<Pick<Io, 'stdout' | 'stderr' | 'tell' | 'observers'>>): Io {
  return Object.assign(Object.create(io) as Io, streams);
}
