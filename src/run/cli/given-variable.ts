import type { Io } from '../../model/io.ts';

/** An empty or blank variable counts as unset: CI systems set an empty value for a missing secret. */
export function given({ env }: Io, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}
