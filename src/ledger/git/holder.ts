import type { RunAbout } from '../../model/journal/journal.ts';
import type { Json } from '../../model/value.ts';
import { isJsonMap } from '../../text/json-access.ts';
import { onOneLine } from './on-one-line.ts';

/** The lock holder, as stored in the lock file. */
export interface GitHolder {
  /** A nonce, 128 bits in hex: the same run never has it twice. */
  readonly holder: string;
  readonly run: RunAbout;
}

export const lockFile = 'lock.json';

export function holderText({ holder, run }: GitHolder): string {
  return `${JSON.stringify({ holder, run }, undefined, 2)}\n`;
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
    return isRun ? (value as unknown as GitHolder) : undefined;
  } catch {
    return undefined;
  }
}

/** "run 1a2b3c4d5e6f (`apply` by ann on `runner-7` since 2026-…; https://… attempt 2)". */
export function runInWords({ id, verb, actor, host, at, ci }: RunAbout): string {
  const who = actor === undefined ? '' : ` by ${actor}`;
  const where = host === '' ? '' : ` on \`${host}\``;
  const job = ci === undefined ? '' : `; ${ci.url}, attempt ${ci.attempt}`;
  return onOneLine(`run ${id} (\`${verb}\`${who}${where} since ${at}${job})`);
}

/** The id of a run if it is one: it becomes part of a command. */
export function runIdOf(run: RunAbout): string | undefined {
  return /^[A-Za-z0-9-]{1,64}$/.test(run.id) ? run.id : undefined;
}
