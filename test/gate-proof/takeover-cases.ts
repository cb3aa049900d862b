import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { JsonObject } from '../../src/model/value.ts';

/**
 * What the files declare: `route`, `endpoint two`, `edge`, `preset login`, `removed`, `vars`, `ids`; without a second
 * word, `one`.
 */
export type Declared = Readonly<Record<string, JsonObject | string | null>>;

export interface TakeoverCase {
  readonly name: string;
  /** The request that succeeds after the change and did not before; absent: nobody gets in who did not before. */
  readonly opens?: string;
  readonly before: Declared;
  /** What becomes of it: entries that differ, and null for one that goes. */
  readonly after: Declared;
}

const folder = path.join(import.meta.dirname, 'takeovers');

/** The cases of the files in `takeovers` that begin with a word. */
export function takeoversOf(prefix: 'attacks' | 'harmless'): readonly TakeoverCase[] {
  return readdirSync(folder)
    .filter((file) => file.startsWith(prefix))
    .sort()
    .flatMap((file) => {
      const { cases } = takeoverFile(file) as { readonly cases: readonly TakeoverCase[] };
      return cases;
    });
}

export function takeoverFile(file: string): unknown {
  return parse(readFileSync(path.join(folder, file), 'utf8'), { merge: true, maxAliasCount: -1 });
}
