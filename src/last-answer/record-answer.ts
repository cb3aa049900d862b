import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { RunInputs, PathState } from '../model/lint/run-inputs.ts';
import type { Io } from '../model/io.ts';
import { settlingTime, stateOnDisk } from '../workspace/files/path-state.ts';
import { answerName, askedBy, hashOfSecrets } from './answer-key.ts';
import { answerText, type Folders, type PrintedText } from './answer-text.ts';

export interface AnswerRecorder {
  /** The Io of the run: it reports what it looks at and prints. */
  readonly io: Io;
  /** Writes the answer, if it can be repeated. */
  readonly end: (exitCode: number) => void;
}

/**
 * Records the answer of a run for `repeatAnswer`. As in git's index, an answer is not kept if something that was read
 * has been written just before: it might change again within the same tick of the clock. The earlier answer is removed
 * then, because the next run would only find out again that it is old.
 */
export function recordAnswer(argv: readonly string[], io: Io): AnswerRecorder {
  const { cache } = io;
  // Other verbs depend on more than files, and are never repeated.
  if (cache === undefined || argv[0] !== 'lint') return { io, end: () => undefined };
  const started = io.clock.now().getTime();
  const printed: PrintedText[] = [];
  const collected = collectInputs();
  const print =
    (stream: PrintedText[0], write: Io['stdout']): Io['stdout'] =>
    (text, as) => {
      printed.push([stream, text]);
      write(text, as);
    };
  const recording = Object.assign(Object.create(io) as Io, {
    stdout: print(1, io.stdout),
    stderr: print(2, io.stderr),
    inputs: collected.inputs,
  });
  const end = (exitCode: number): void => {
    const { isComplete, until, types, contents } = collected;
    if (!isComplete()) return;
    const isSettled = [...contents.values()].every(({ time }) => time + settlingTime < started);
    if (!isSettled) {
      cache.remove(answerName(argv, io));
      return;
    }
    const text = answerText({
      asked: askedBy(argv, cache, io),
      secrets: hashOfSecrets(io.env, () => randomBytes(16).toString('hex')),
      from: started,
      until: until() ?? null,
      exitCode,
      printed,
      types: byFolder(types),
      contents: byFolder(new Map([...contents].map(([place, { key }]) => [place, key]))),
    });
    cache.write(answerName(argv, io), text);
  };
  return { io: recording, end };
}

interface Collected {
  readonly inputs: RunInputs;
  readonly isComplete: () => boolean;
  readonly until: () => number | undefined;
  readonly types: ReadonlyMap<string, string>;
  readonly contents: ReadonlyMap<string, PathState>;
}

/** The first look at a path counts: what changes later in the run is a change. */
function collectInputs(): Collected {
  const types = new Map<string, string>();
  const contents = new Map<string, PathState>();
  let complete: boolean | undefined;
  let until: number | undefined;
  return {
    inputs: {
      content: (place, state) => {
        if (!contents.has(place)) contents.set(place, state ?? stateOnDisk(place));
      },
      type: (place, type) => {
        if (!types.has(place)) types.set(place, type ?? '-');
      },
      until: (time) => {
        until = Math.min(time, until ?? time);
      },
      complete: () => {
        complete ??= true;
      },
      incomplete: () => {
        complete = false;
      },
    },
    isComplete: () => complete === true,
    until: () => until,
    types,
    contents,
  };
}

function byFolder(places: ReadonlyMap<string, string>): Folders {
  const folders: Record<string, string[]> = {};
  for (const [place, state] of places)
    (folders[path.dirname(place)] ??= []).push(path.basename(place), state);
  return folders;
}
