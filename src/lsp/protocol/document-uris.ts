import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Position, Range } from 'vscode-languageserver';

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

/**
 * Reads parts of messages without trusting their shape. Each function returns undefined if the part is missing or
 * malformed; the server then answers a request with an error, and ignores a notification.
 */

type Unknown = Readonly<Record<string, unknown>>;

export function member(value: unknown, ...names: readonly string[]): unknown {
  let found = value;
  for (const name of names) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Object.hasOwn(found, name) ? (found as Unknown)[name] : undefined;
  }
  return found;
}

export function textMember(value: unknown, ...names: readonly string[]): string | undefined {
  const found = member(value, ...names);
  return typeof found === 'string' ? found : undefined;
}

export function numberMember(value: unknown, ...names: readonly string[]): number | undefined {
  const found = member(value, ...names);
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : undefined;
}

export function listMember(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const found = member(value, ...names);
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
}

export function asPosition(value: unknown): Position | undefined {
  const line = numberMember(value, 'line');
  const character = numberMember(value, 'character');
  if (line === undefined || character === undefined || line < 0 || character < 0) return undefined;
  return { line, character };
}

export function asRange(value: unknown): Range | undefined {
  const start = asPosition(member(value, 'start'));
  const end = asPosition(member(value, 'end'));
  return start === undefined || end === undefined ? undefined : { start, end };
}
