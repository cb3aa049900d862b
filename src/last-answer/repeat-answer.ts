/**
 * Prints what the same command line printed last time, if nothing that it depends on has changed since: no file that
 * was read, no folder that was listed, nothing that was looked for and was missing, no variable, not the build. A run
 * that changed nothing then costs a look at each of these, whatever it had to load and to check.
 */
import path from 'node:path';
import type { Cache, Io } from '../model/io.ts';
import { stateOnDisk, typeOnDisk } from '../workspace/files/path-state.ts';
import { answerName, askedBy, hashOfSecrets, type Asking } from './answer-key.ts';
import { parseAnswer, type LastAnswer, type Folders } from './answer-text.ts';

/** Prints the last answer again and returns its exit code; undefined if there is none, or something has changed. */
export function repeatAnswer(
  argv: readonly string[],
  io: Asking & Pick<Io, 'cache' | 'clock' | 'stdout' | 'stderr'>,
): number | undefined {
  const { cache } = io;
  if (cache === undefined) return undefined;
  const answer = lastAnswer(cache, argv, io, io.clock.now());
  if (answer === undefined || !isUnchanged(answer)) return undefined;
  for (const [stream, text] of answer.printed) (stream === 1 ? io.stdout : io.stderr)(text);
  return answer.exitCode;
}

function lastAnswer(cache: Cache, argv: readonly string[], io: Asking, now: Date): LastAnswer | undefined {
  const answer = parseAnswer(cache.read(answerName(argv, io)) ?? '');
  if (answer?.asked !== askedBy(argv, cache, io)) return undefined;
  if (!isSameTime(answer, now)) return undefined;
  const { salt, hash } = answer.secrets ?? { salt: '', hash: undefined };
  return hashOfSecrets(io.env, () => salt)?.hash === hash ? answer : undefined;
}

function isSameTime({ from, until }: LastAnswer, now: Date): boolean {
  return from <= now.getTime() && (until === null || now.getTime() <= until);
}

function isUnchanged({ types, contents }: LastAnswer): boolean {
  return (
    areAll(types, (place, type) => (typeOnDisk(place) ?? '-') === type) &&
    areAll(contents, (place, key) => stateOnDisk(place).key === key)
  );
}

function areAll(folders: Folders, isSame: (place: string, expected: string | undefined) => boolean): boolean {
  for (const folder in folders) {
    const entries = folders[folder] ?? [];
    const above = folder.endsWith(path.sep) ? folder : folder + path.sep;
    for (let index = 0; index < entries.length; index += 2)
      if (!isSame(above + (entries[index] ?? ''), entries[index + 1])) return false;
  }
  return true;
}
