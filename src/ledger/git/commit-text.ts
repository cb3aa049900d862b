import type { RunAbout } from '../../model/journal/journal.ts';
import type { Write } from '../backend.ts';
import { onOneLine } from '../../text/on-one-line.ts';

/** The message of a commit: the log of the branch is an audit log. There is nothing on it that CI could build. */
export function commitMessage(run: RunAbout, environment: string, what: string): string {
  const { id, verb, host, commit, ci, outside_window: reason } = run;
  const trailers = [
    ['Run', id],
    ['Host', host],
    ['Commit', commit],
    ['CI', ci === undefined ? undefined : `${ci.url} (attempt ${ci.attempt})`],
    ['Outside-Window', reason],
  ].flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name ?? ''}: ${onOneLine(value)}\n`],
  );
  return `${onOneLine(`${verb} ${environment}: ${what} (run ${id})`)}\n\n[skip ci]\n\n${trailers.join('')}`;
}

/** "8 records", "ledger, 2 records, rollback file". */
export function writesInWords(writes: readonly Write[]): string {
  const names = writes.flatMap((write) => ('put' in write ? [write.put] : []));
  const records = writes
    .flatMap((write) =>
      'create' in write
        ? [[write.create, write.text]]
        : 'append' in write
          ? [[write.append, write.text]]
          : [],
    )
    .filter(([name = '']) => name.startsWith('journal/'))
    .reduce((sum, [, text = '']) => sum + (text.match(/\n/g)?.length ?? 0), 0);
  const parts = [
    ...(names.includes('ledger.json') ? ['ledger'] : []),
    ...(records === 0 ? [] : [records === 1 ? '1 record' : `${records} records`]),
    ...(names.some((name) => name.startsWith('rollback/')) ? ['rollback file'] : []),
  ];
  return parts.length === 0 ? 'other texts' : parts.join(', ');
}

/** Name, address and time, as git writes an author. The address is of no person: it would be public. */
export function authorOf({ actor = '' }: RunAbout, now: Date): string {
  const name = actor.replace(/[\p{Cc}\p{Cf}<>\s]+/gu, ' ').replace(/^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g, '');
  return `${name === '' ? 'edgewright' : name.slice(0, 100)} <edgewright@noreply.invalid> ${Math.floor(now.getTime() / 1000)} +0000`;
}
