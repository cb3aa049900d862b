import type { RunAbout } from '../../model/ledger/journal.ts';
import { onOneLine } from './one-line.ts';

/** "run 1a2b3c4d5e6f (`apply` by ann on `runner-7` since 2026-…; https://… attempt 2)". */
export function runInWords({ id, verb, actor, host, at, ci }: RunAbout): string {
  const who = actor === undefined ? '' : ` by ${actor}`;
  const where = host === '' ? '' : ` on \`${host}\``;
  const job = ci === undefined ? '' : `; ${ci.url}, attempt ${ci.attempt}`;
  return onOneLine(`run ${id} (\`${verb}\`${who}${where} since ${at}${job})`);
}
