import type { RunAbout } from '../../model/journal/journal.ts';
import type { Json } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { processIn, type RunProcess } from '../run-process.ts';

/** The lock holder, as stored in the lock file. */
export interface GitHolder {
  /** A nonce, 128 bits in hex: the same run never has it twice. */
  readonly holder: string;
  readonly run: RunAbout;
  readonly process: RunProcess;
}

export const lockFile = 'lock.json';

export function holderText({ holder, run, process }: GitHolder): string {
  return `${JSON.stringify({ holder, run, process }, undefined, 2)}\n`;
}

/** Undefined for a lock file that names no holder. */
export function parseHolder(text: string): GitHolder | undefined {
  try {
    const value = JSON.parse(text) as Json;
    if (!isJsonMap(value) || typeof value['holder'] !== 'string' || !isJsonMap(value['run']))
      return undefined;
    const { run } = value;
    const { actor = '', ci = {} } = run;
    const isRun =
      ['id', 'at', 'verb', 'host'].every((name) => typeof run[name] === 'string') &&
      typeof actor === 'string' &&
      isJsonMap(ci);
    if (!isRun) return undefined;
    const process = processIn(value['process']);
    return process && { ...(value as unknown as GitHolder), process };
  } catch {
    return undefined;
  }
}
