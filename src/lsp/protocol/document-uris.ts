import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The absolute path of a client's URI; undefined if it is not a local file. */
export function pathOfUri(uri: string): string | undefined {
  if (!/^file:\/\//i.test(uri)) return undefined;
  try {
    const file = fileURLToPath(uri);
    // A percent-encoded null byte would make the file system functions throw.
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
