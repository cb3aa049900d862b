import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { lineColumn } from '../../src/text/line-column.ts';

export type Files = Readonly<Record<string, string>>;

/** Puts files into a folder of their own for as long as `use` runs. */
export function withFiles<T>(files: Files, use: (root: string) => T): T {
  const root = mkdtempSync(path.join(tmpdir(), 'edgewright-workspace-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    }
    return use(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** A finding on one line: `path:line:col rule: message`, marked where it is no error. */
export function shown({ rule, message, place, severity }: Diagnostic): string {
  const { line, column } = lineColumn(place.source, place.start);
  return `${place.source.path}:${line}:${column} ${severity === 'error' ? '' : `${severity} `}${rule}: ${message}`;
}
