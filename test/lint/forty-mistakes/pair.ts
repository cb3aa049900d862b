import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** One real mistake: as it is made in a workspace, and the like mistake as another tool meets it. */
export interface Pair {
  readonly name: string;
  readonly mistake: string;
  /** The files that are put over those of the corpus's workspace. */
  readonly ours: Readonly<Record<string, string>>;
  readonly other: { readonly command: string; readonly files: Readonly<Record<string, string>> };
}

/* By the working folder, which is the root of the repository: bin/run-ts.mjs runs a bundle that lies elsewhere. */
const folder = path.resolve('test/lint/forty-mistakes/pairs');

export function allPairs(): readonly Pair[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({
      name,
      ...(parse(readFileSync(path.join(folder, name, 'mistake.yaml'), 'utf8')) as Omit<Pair, 'name'>),
    }));
}

/** Where one of the two outputs of a pair is recorded. */
export function recording(pair: Pair, side: 'ours' | 'other'): string {
  return path.join(folder, pair.name, `${side}.txt`);
}

/** Writes files, by their paths, into a folder. */
export function writeFiles(into: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(into, file)), { recursive: true });
    writeFileSync(path.join(into, file), text);
  }
}

/** What a judgement is about: 12 hex digits of both outputs; `none` while one of them is not recorded. */
export function fingerprint(pair: Pair): string {
  const files = [recording(pair, 'ours'), recording(pair, 'other')];
  if (!files.every((file) => existsSync(file))) return 'none';
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 12);
}
