/**
 * An apply as Markdown, for a job summary or a comment: its counts, failures and doubts in a block of their own, a row
 * for each step, and the commands to run next. In limited room the rows go first.
 */
import type { Outcome, OutcomeStatus } from '../../model/plan/outcome.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import { cell, cut, shortSentence } from '../plan/markdown/markdown-text.ts';
import { refusalText } from '../plan/words/refusal.ts';
import { codeBlock, codeSpan, sentence } from '../text/markdown.ts';
import { fitList, fitParts, fixedPart, type RoomPart } from '../text/markdown-room.ts';
import { countsDone } from './applied.ts';
import { doneWords, outcomeText } from './outcome-words.ts';

/** GitHub's limit for a comment. */
const maxSize = 65_536;
const mostNamed = 20;

type Event<Name extends RunEvent['event']> = Extract<RunEvent, { readonly event: Name }>;

interface Ended {
  readonly start: Event<'start'> | undefined;
  readonly summary: Event<'summary'> | undefined;
  readonly end: Event<'end'> | undefined;
  /** The most urgent first. */
  readonly outcomes: readonly Outcome[];
}

const urgency: readonly OutcomeStatus[] = ['unknown', 'failed', 'skipped', 'blocked', 'drifted', 'done'];

export function runMarkdown(events: readonly RunEvent[]): string {
  const outcomes = events.flatMap((event) => (event.event === 'step-ended' ? [event.outcome] : []));
  const ended: Ended = {
    start: events.find((event) => event.event === 'start'),
    summary: events.find((event) => event.event === 'summary'),
    end: events.find((event) => event.event === 'end'),
    outcomes: outcomes.toSorted((a, b) => urgency.indexOf(a.status) - urgency.indexOf(b.status)),
  };
  const parts = [
    fixedPart(`## ${sentence(headline(ended))}\n\n`),
    ...cautionPart(ended),
    ...rowsPart(ended),
    ...nextPart(ended),
    ...footPart(ended),
  ];
  return fitParts(parts, maxSize) ?? `## ${sentence(headline(ended))}\n`;
}

function headline({ start, summary, end }: Ended): string {
  const to = start === undefined ? '' : ` to ${start.plan.environment}`;
  if (end?.error !== undefined) return `Apply${to} failed`;
  if (summary !== undefined) return `Applied${to}: ${countsDone(summary.tally)}`;
  const isRefused = start !== undefined && start.plan.refusals.length > 0;
  return isRefused ? `Apply${to} is refused` : `Nothing was applied${to}`;
}

function cautionPart({ start, end, outcomes }: Ended): readonly RoomPart[] {
  const { error } = end ?? {};
  const lines = [
    ...(error === undefined ? [] : [error.message, ...(error.help === undefined ? [] : [error.help])]),
    ...(start?.plan.refusals ?? []).map(refusalText),
  ].map((line) => shortSentence(line, 1000));
  const open = outcomes.filter(({ status }) => status === 'unknown' || status === 'failed');
  const named = open.slice(0, mostNamed).map((outcome) => {
    const { address, status } = outcome;
    return `**${codeSpan(address)}** ${status}: ${shortSentence(outcomeText(outcome), 500)}`;
  });
  const rest = open.length - named.length;
  const all = [...lines, ...named, ...(rest > 0 ? [`${rest} more in the table`] : [])];
  if (all.length === 0) return [];
  return [fixedPart(`> [!CAUTION]\n${all.map((line) => `> - ${line}\n`).join('')}\n`)];
}

const head = '| | Resource | Result |\n|---|---|---|\n';

function rowsPart({ outcomes }: Ended): readonly RoomPart[] {
  if (outcomes.length === 0) return [];
  const rows = outcomes.map((outcome) => fixedPart(rowOf(outcome)));
  const rest = (left: readonly RoomPart[]): string =>
    left.length === 0 ? '' : `| … | ${left.length} more | see the log |\n`;
  const render = (room: number): string => `${head}${fitList(rows, room - head.length - 1, rest)}\n`;
  return [{ least: `${head}${rest(rows)}\n`, rank: 1, render }];
}

function rowOf(outcome: Outcome): string {
  const { address, action, status, id } = outcome;
  const word = status === 'done' ? doneWords[action] : status === 'drifted' ? 'kept' : status;
  const said =
    id !== undefined && status === 'done' ? cut(id, 200) : shortSentence(outcomeText(outcome), 200);
  return `| ${[word, codeSpan(address), said].map(cell).join(' | ')} |\n`;
}

function nextPart({ summary }: Ended): readonly RoomPart[] {
  const next = summary?.next ?? [];
  const commands = next.filter(({ purpose }) => purpose !== 'undo').slice(0, mostNamed);
  const undo = next.find(({ purpose }) => purpose === 'undo');
  const text = [
    ...(commands.length === 0
      ? []
      : [`Next:\n\n${codeBlock(commands.map(({ command }) => command).join('\n'), 'sh')}\n\n`]),
    ...(undo === undefined ? [] : [`Undo: ${codeSpan(undo.command)}\n\n`]),
  ];
  return text.length === 0 ? [] : [fixedPart(text.join(''))];
}

function footPart({ start }: Ended): readonly RoomPart[] {
  if (start === undefined) return [];
  const { id, actor, commit, ci } = start.run;
  const facts = [
    `run ${codeSpan(id)}`,
    ...(actor === undefined ? [] : [`by ${cut(actor, 100)}`]),
    ...(commit === undefined ? [] : [`commit ${codeSpan(commit.slice(0, 12))}`]),
    ...(ci === undefined ? [] : [`job ${cut(ci.url, 300)}`]),
    `API ${start.api === 'local' ? 'built-in mock API' : cut(start.api, 200)}`,
  ];
  return [fixedPart(`---\n\n${facts.join(', ')}\n`)];
}
