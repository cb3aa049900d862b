import process from 'node:process';
import path from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The folders of this process. */
const folders: string[] = [];

/** A new folder that only this user can read, removed when the process ends. */
export function scratchFolder(): string {
  if (folders.length === 0) process.once('exit', removeFolders);
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-'));
  folders.push(folder);
  return folder;
}

function removeFolders(): void {
  for (const folder of folders) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Nothing depends on it.
    }
  }
}
