import type { Folder, Texts, Write } from '../backend.ts';

/** The names of a ledger's texts, by folder. Anything else in a store, such as a lock, is not part of it. */
const patterns: readonly (readonly [folder: Folder, name: RegExp])[] = [
  ['', /^(?:ledger(?:\.\d{1,15}|\.damaged)?\.json|history\.jsonl)$/],
  ['journal/', /^\d{1,9}(?:-\d{1,4})?\.jsonl$/],
  ['rollback/', /^[\w-]{1,64}\.json$/],
];

/** All texts of a ledger by name; `ledger.json`, which makes the others usable, is the last one. */
export async function readTexts(texts: Texts): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const names: string[] = [];
  for (const [folder, pattern] of patterns)
    names.push(
      ...(await texts.list(folder)).filter((name) => pattern.test(name)).map((name) => folder + name),
    );
  const isLast = (name: string): boolean => name === 'ledger.json';
  for (const name of names.sort((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
    const text = await texts.read(name);
    if (text !== undefined) found.set(name, text);
  }
  return found;
}

/** In characters; a write of a shared store is one message or one commit. */
const mostInOneWrite = 4 * 1024 * 1024;

/** The writes that turn one set of texts into the other, in portions, with `ledger.json` last. */
export function writesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly (readonly Write[])[] {
  const portions: Write[][] = [
    [...before.keys()].filter((name) => !after.has(name)).map((remove) => ({ remove })),
  ];
  let size = 0;
  for (const [put, text] of after) {
    if (before.get(put) === text) continue;
    if (size > 0 && size + text.length > mostInOneWrite) {
      portions.push([]);
      size = 0;
    }
    portions.at(-1)?.push({ put, text });
    size += text.length;
  }
  return portions.filter(({ length }) => length > 0);
}

export function areSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([name, text]) => other.get(name) === text);
}
