import { strToU8, zipSync } from 'fflate';
import { downloadFolder } from './shell-commands.ts';
import type { Texts } from './state.ts';

/** A zip file with the files in a folder. Its dates are fixed, so the same files give the same bytes. */
export function zipOf(files: Texts): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).map(
    ([path, text]) => [`${downloadFolder}/${path}`, strToU8(text)] as const,
  );
  return new Uint8Array(zipSync(Object.fromEntries(entries), { mtime: new Date(1980, 0, 1) }));
}
