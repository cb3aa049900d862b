import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** A new folder that only this user can read, removed when the process ends. */
export function scratchFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-'));
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Nothing depends on it.
    }
  });
  return folder;
}
