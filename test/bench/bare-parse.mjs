/* The floor for linting: reads every file below a folder and parses it with the `yaml` library, with our options. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

let documents = 0;
for (const entry of readdirSync(process.argv[2], { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !entry.name.endsWith('.yaml')) continue;
  const text = readFileSync(path.join(entry.parentPath ?? entry.path, entry.name), 'utf8');
  documents += parseAllDocuments(text, { uniqueKeys: false, prettyErrors: false }).length;
}
if (documents === 0) process.exitCode = 1;
