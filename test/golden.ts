import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** `npm run record test/…` writes the actual output into the recorded files. Review the difference. */
export const isUpdating = process.env['UPDATE'] === '1';

/** Compares with the text of a file; an update writes it. */
export function expectText(file: string | URL, seen: string): void {
  if (isUpdating) writeFileSync(file, seen);
  expect(seen).toBe(readFileSync(file, 'utf8'));
}
