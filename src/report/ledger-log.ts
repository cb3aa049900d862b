import type { HistoryEntry, HistoryRequest } from '../model/ledger/history-entry.ts';
import { secondText } from '../text/words/time-words.ts';
import { actions } from './plan/plan-groups.ts';
import { inertLine } from './text/inert.ts';

/** The log of a ledger, newest run first: who ran what, from which commit, and what came of each request. */
export function ledgerLogText(entries: readonly HistoryEntry[]): string {
  return entries
    .toReversed()
    .map((entry) => `${[headOf(entry), ...linesOf(entry)].join('\n')}\n`)
    .join('\n');
}

function headOf({ serial, run }: HistoryEntry): string {
  const { actor, commit, host } = run;
  const by = actor === undefined ? host : `${actor} on ${host}`;
  const from = commit === undefined ? '' : `, commit ${commit.slice(0, 12)}`;
  return inertLine(`${serial}  ${secondText(new Date(run.at))}  ${run.verb} by ${by}${from} (run ${run.id})`);
}

function linesOf({ run, requests, recorded }: HistoryEntry): readonly string[] {
  return [
    ...(run.ci === undefined ? [] : [`  ${run.ci.url}`]),
    ...(run.outside_window === undefined ? [] : [`  outside the change window: ${run.outside_window}`]),
    ...requests.map(requestLine),
    ...recorded.map((address) => `  recorded   ${address}`),
  ].map(inertLine);
}

function requestLine({ address, action, id, ending }: HistoryRequest): string {
  const what = ending === 'done' ? actions[action].done : ending;
  const rest = ending === 'done' ? '' : `  (${action})`;
  return `  ${what.padEnd(9)}  ${address}${id === undefined ? '' : `  ${id}`}${rest}`;
}
