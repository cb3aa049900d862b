import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Io } from '../../model/io.ts';
import { scratchFolder } from '../../workspace/git/scratch-folder.ts';
import { runGit } from '../../workspace/git/run-git.ts';

/** Three versions of a file: as `init` wrote it last, as it is now, and as `init` writes it today. */
export interface JobVersions {
  readonly base: string;
  readonly now: string;
  readonly next: string;
}

/** Lines that a person and this version of `init` both changed, each in its own way. */
export interface JobConflict {
  readonly now: readonly string[];
  readonly next: readonly string[];
}

/** The file of today with what a person has changed in it since `init` wrote it: by lines, and within them by words. */
export async function mergedJobs(
  { env }: Pick<Io, 'env'>,
  versions: JobVersions,
): Promise<{ readonly text: string } | { readonly conflict: JobConflict }> {
  const folder = scratchFolder();
  const merge = async ({ base, now, next }: JobVersions): Promise<string> => {
    const files = Object.entries({ now, base, next }).map(([name, text]) => {
      const file = path.join(folder, name);
      writeFileSync(file, text);
      return file;
    });
    const labels = Object.keys({ now, base, next }).flatMap((name) => ['-L', name]);
    const words = ['merge-file', '-p', '--diff3', `--marker-size=${markerSize}`, ...labels, ...files];
    const { exitCode, stdout, stderr } = await runGit({ cwd: folder, env }, words);
    if (exitCode >= 128) throw new Error(`git merge-file: ${stderr}`);
    return stdout.toString('utf8');
  };
  const parts: string[] = [];
  let at = 0;
  const merged = await merge(versions);
  for (const { 0: all, 1: now = '', 2: base = '', 3: next = '', index } of merged.matchAll(conflicting)) {
    const both =
      around(now, base, next) ?? around(next, base, now) ?? (await byWords(merge, { base, now, next }));
    if (both === undefined) return { conflict: { now: linesOf(now), next: linesOf(next) } };
    parts.push(merged.slice(at, index), both);
    at = index + all.length;
  }
  return { text: parts.join('') + merged.slice(at) };
}

/** The same for the words of lines, each on a line of its own; undefined if they conflict, too. */
async function byWords(
  merge: (versions: JobVersions) => Promise<string>,
  { base, now, next }: JobVersions,
): Promise<string | undefined> {
  const asLines = (text: string): string =>
    (text.match(/\s+|[\w.$-]+|[^\s\w]/g) ?? []).map((word) => `${JSON.stringify(word)}\n`).join('');
  const merged = await merge({ base: asLines(base), now: asLines(now), next: asLines(next) });
  if (merged.search(conflicting) !== -1) return undefined;
  return linesOf(merged)
    .map((line) => JSON.parse(line) as string)
    .join('');
}

/** Longer than any line of `=` in a job. */
const markerSize = 60;

const conflicting = new RegExp(
  [
    `^<{${markerSize}} now\\n((?:.*\\n)*?)`,
    `\\|{${markerSize}} base\\n((?:.*\\n)*?)`,
    `={${markerSize}}\\n((?:.*\\n)*?)`,
    `>{${markerSize}} next\\n`,
  ].join(''),
  'gm',
);

/** Of a side that only added lines around those of the base: these lines around the other side. */
function around(adding: string, base: string, other: string): string | undefined {
  if (base === '') return other + adding;
  if (adding.startsWith(base)) return other + adding.slice(base.length);
  return adding.endsWith(base) ? adding.slice(0, -base.length) + other : undefined;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').slice(0, -1);
}
