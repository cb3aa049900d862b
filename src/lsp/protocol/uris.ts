import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The absolute path that a URI of a client names; undefined for what is not a file on this machine. */
export function pathOfUri(uri: string): string | undefined {
  if (!/^file:\/\//i.test(uri)) return undefined;
  try {
    const file = fileURLToPath(uri);
    // A null byte, percent-encoded, would reach the file system's calls and throw there.
    return file.includes('\0') || !path.isAbsolute(file) ? undefined : file;
  } catch {
    return undefined;
  }
}

export function uriOfPath(file: string): string {
  return pathToFileURL(file).href;
}

/** The path of a file from the root of its workspace, with `/`. */
export function withinRoot(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}
