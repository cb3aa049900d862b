import type { Source } from '../../model/document.ts';
import { limits } from '../../text/file-limits.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** Why a file could not be read. `offset` refers to the text of `source`, which may be only a part of the file. */
export interface FileProblem {
  readonly rule: 'file-unreadable';
  readonly message: string;
  readonly help?: string;
  readonly source: Source;
  readonly offset: number;
}

/** The text of a file, or why it cannot be read. */
export type FileText = { readonly source: Source } | { readonly problem: FileProblem };

/** Decodes a file as UTF-8, without any replacement. */
export function decode(path: string, bytes: Uint8Array): FileText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length > limits.bytes) return tooLarge(path);
  const nul = buffer.indexOf(0);
  const text = nul === -1 ? utf8Of(buffer) : undefined;
  if (text !== undefined) return { source: { path, text } };
  if (buffer[0] === 0xff || buffer[0] === 0xfe)
    return wrong(path, buffer, 0, 'the file is not UTF-8 but probably UTF-16');
  if (nul !== -1) return wrong(path, buffer, nul, 'this is a binary file: it has a NUL byte here');
  const bad = firstBadByte(buffer);
  return wrong(
    path,
    buffer,
    bad,
    `the byte 0x${(buffer[bad] ?? 0).toString(16).padStart(2, '0')} is not UTF-8`,
  );
}

function wrong(path: string, buffer: Buffer, byte: number, message: string): FileText {
  const source = { path, text: buffer.toString('utf8') };
  const offset = buffer.toString('utf8', 0, byte).length;
  return { problem: { rule: 'file-unreadable', message, help: 'save the file as UTF-8', source, offset } };
}

/** For a file or a folder. */
export const permissionHelp = 'give this user permission to read it';

export function tooLarge(path: string): FileText {
  const help = 'split the file, such as into one for each resource';
  return unreadable(path, 'the file is larger than 1 MiB', help);
}

export function unreadable(path: string, message: string, help?: string): FileText {
  const more = withoutUndefined({ help });
  return { problem: { rule: 'file-unreadable', message, ...more, source: { path, text: '' }, offset: 0 } };
}

/** The offset of the first byte that is not valid UTF-8, by binary search (needed once per invalid file). */
function firstBadByte(buffer: Buffer): number {
  let low = 0;
  let high = buffer.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isStartOfUtf8(buffer.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  // An incomplete character before the offset belongs to the invalid part.
  while (low > 0 && utf8Of(buffer.subarray(0, low)) === undefined) low--;
  return low;
}

/** The bytes as text; undefined if they are not UTF-8, of which a replacement character is the first sign. */
function utf8Of(buffer: Buffer): string | undefined {
  const text = buffer.toString('utf8');
  return text.includes('\uFFFD') && !Buffer.from(text).equals(buffer) ? undefined : text;
}

/** Whether the bytes are valid UTF-8, apart from an incomplete last character. */
function isStartOfUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
