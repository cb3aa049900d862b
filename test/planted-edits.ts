import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** A mistake to build into a copy of the sources, for what must notice it. */
export interface PlantedMistake {
  readonly what: string;
  readonly edits: readonly PlantedEdit[];
}

interface PlantedEdit {
  /** Below src/. */
  readonly file: string;
  /** Is there once. */
  readonly before: string;
  readonly after: string;
}

const sources = path.join(import.meta.dirname, '../src');

/** The mistakes of a file below test/. */
export function plantedIn(file: string): readonly PlantedMistake[] {
  return parse(readFileSync(path.join(import.meta.dirname, file), 'utf8')) as readonly PlantedMistake[];
}

/** The text of a source with the edits that are its own. */
export function plantedText(file: string, edits: readonly PlantedEdit[]): string {
  const own = edits.filter((edit) => path.join(sources, edit.file) === file);
  return own.reduce(edited, readFileSync(file, 'utf8'));
}

function edited(text: string, { file, before, after }: PlantedEdit): string {
  const [start, end, ...more] = text.split(before);
  if (start === undefined || end === undefined || more.length > 0)
    throw new Error(`src/${file} does not have once: ${before}`);
  return `${start}${after}${end}`;
}

/** The edits of a mistake that the sources have no place for. */
export function withoutPlace({ what, edits }: PlantedMistake): readonly string[] {
  const files = [...new Set(edits.map(({ file }) => path.join(sources, file)))];
  return files.flatMap((file) => {
    try {
      return plantedText(file, edits) === readFileSync(file, 'utf8') ? [`${what}: changes nothing`] : [];
    } catch (error) {
      return [`${what}: ${(error as Error).message}`];
    }
  });
}
