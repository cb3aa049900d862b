import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Placed, ScenarioStep } from './scenario.ts';

/** Makes the file changes of a step in a folder. */
export function changeFiles(
  folder: string,
  { remove, edit, write, place }: ScenarioStep,
  realize: (text: string) => string,
): void {
  for (const file of remove ?? []) rmSync(path.join(folder, file), { recursive: true });
  if (edit !== undefined) editFile(path.join(folder, edit.file), edit, realize);
  writeFiles(folder, write ?? {}, realize);
  for (const [file, what] of Object.entries(place ?? {})) placeFile(path.join(folder, file), what);
}

export function writeFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
  realize: (text: string) => string = String,
): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), realize(text));
  }
}

/** The text of a file, the names in a folder, or null. */
export function contentOf(
  folder: string,
  file: string,
  normalize: (text: string) => string,
): string | readonly string[] | null {
  const full = path.join(folder, file);
  if (!existsSync(full)) return null;
  if (statSync(full).isDirectory()) return readdirSync(full).sort();
  return normalize(readFileSync(full, 'utf8'));
}

function editFile(
  file: string,
  { before, after }: NonNullable<ScenarioStep['edit']>,
  realize: (text: string) => string,
): void {
  const text = readFileSync(file, 'utf8');
  const wanted = realize(before);
  if (!text.includes(wanted))
    throw new Error(`the scenario no longer finds ${JSON.stringify(wanted)} in ${path.basename(file)}`);
  writeFileSync(
    file,
    text.replace(wanted, () => realize(after)),
  );
}

function placeFile(file: string, what: Placed): void {
  mkdirSync(path.dirname(file), { recursive: true });
  if (what === 'folder') mkdirSync(file);
  else if (what === 'fifo') execFileSync('mkfifo', [file]);
  else if ('link' in what) symlinkSync(what.link, file);
  else if ('base64' in what) writeFileSync(file, Buffer.from(what.base64, 'base64'));
  else writeFileSync(file, what.repeat.repeat(what.times));
}
