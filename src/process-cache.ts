import type { Cache } from './model/io.ts';

declare const edgewrightBuild: string | undefined;

/** The cache folder of the user, as bin/user-cache.js reads and writes it. */
export interface UserCache {
  readonly read: (name: string) => Buffer | undefined;
  readonly write: (name: string, text: string) => void;
}

/** Undefined for unbuilt sources, and for a program that uses the bundle as a library. */
export function processCache(files: UserCache | undefined): Cache | undefined {
  if (files === undefined || typeof edgewrightBuild === 'undefined') return undefined;
  return {
    build: `${edgewrightBuild} ${process.version}`,
    read: (name) => files.read(name)?.toString('utf8'),
    write: files.write,
  };
}
