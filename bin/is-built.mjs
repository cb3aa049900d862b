import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Whether dist/ is as new as every source. */
export function isBuilt() {
  const sources = Math.max(
    ...['src', 'schemas', 'bin'].map(newestIn),
    ...['package.json', 'package-lock.json'].map(changed),
  );
  return changed('dist/version') >= sources;
}

function newestIn(folder) {
  if (!existsSync(path.join(root, folder))) return 0;
  // The time of a folder changes when a file in it is removed.
  const inside = readdirSync(path.join(root, folder), { recursive: true });
  return Math.max(changed(folder), ...inside.map((name) => changed(path.join(folder, name))));
}

function changed(name) {
  return statSync(path.join(root, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
