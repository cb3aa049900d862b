import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { JsonObject } from '../../src/model/value.ts';

/** File by file: texts that replace others, a whole new content, or null for a file that goes. */
export type Edit = Readonly<Record<string, string | null | Readonly<Record<string, string>>>>;

export interface EditCase {
  readonly name: string;
  /** The request that succeeds after the edit and did not before; for a harmless edit, why there is none. */
  readonly request?: string;
  /** Edits that are applied first, one after the other. */
  readonly before?: readonly Edit[];
  /** A change made outside Edgewright after that: fields by address, in the write form. */
  readonly outside?: Readonly<Record<string, JsonObject>>;
  /** An edit whose change id a person approved: `<change>` in the texts of the edit. */
  readonly approved?: Edit;
  readonly edit: Edit;
  /** Planned as a pull request, against what was applied before. */
  readonly base?: true;
  /** Which gate refuses; default `exposure`. `blocked`: the API cannot do it. */
  readonly gate?: string;
  /** The files have an error, and nothing is planned. */
  readonly exit?: 1;
}

const folder = path.join(import.meta.dirname, 'edits');

/** The cases of the files in `edits` that begin with a word. */
export function casesOf(prefix: 'attacks' | 'harmless'): readonly EditCase[] {
  return readdirSync(folder)
    .filter((file) => file.startsWith(prefix))
    .sort()
    .flatMap((file) => parse(readFileSync(path.join(folder, file), 'utf8')) as readonly EditCase[]);
}

/** Whether a case begins with something else than the workspace as it was applied first. */
export function needsItsOwn({ before, outside, approved, base }: EditCase): boolean {
  return [before, outside, approved, base].some((each) => each !== undefined);
}
