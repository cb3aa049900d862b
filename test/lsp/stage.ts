import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where the cursor is in a text of a case. */
export const cursor = '▮';

const base = fileURLToPath(new URL('workspace/', import.meta.url));

/** A workspace on disk: that of test/lsp/workspace with other files over it. */
export interface Stage {
  readonly root: string;
  readonly uriOf: (file: string) => string;
  readonly fileOf: (uri: string) => string;
  readonly textOf: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  readonly remove: () => void;
}

export function stage(files: Readonly<Record<string, string>> = {}): Stage {
  const root = mkdtempSync(path.join(tmpdir(), 'edgewright-lsp-'));
  cpSync(base, root, { recursive: true });
  const own: Stage = {
    root,
    uriOf: (file) => pathToFileURL(path.join(root, file)).href,
    fileOf: (uri) => path.relative(root, fileURLToPath(uri)),
    textOf: (file) => readFileSync(path.join(root, file), 'utf8'),
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text.replace(cursor, ''));
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
  for (const [file, text] of Object.entries(files)) own.write(file, text);
  return own;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** The place of an offset as the protocol counts it. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

export function offsetAt(text: string, { line, character }: Position): number {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length)];
  return (starts[line] ?? text.length) + character;
}

export interface TextEdit {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly newText: string;
}

/** A text after edits, which the protocol says do not overlap. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const sorted = [...edits].sort((a, b) => offsetAt(text, b.range.start) - offsetAt(text, a.range.start));
  return sorted.reduce(
    (whole, { range, newText }) =>
      whole.slice(0, offsetAt(text, range.start)) + newText + whole.slice(offsetAt(text, range.end)),
    text,
  );
}
