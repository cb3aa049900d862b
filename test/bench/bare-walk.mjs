/* The floor for linting again what has not changed: walks a folder and looks at every file below it. */
import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

let files = 0;
const walk = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) walk(file);
    else if (lstatSync(file).size > 0) files++;
  }
};
walk(process.argv[2]);
if (files === 0) process.exitCode = 1;
