/**
 * An apply as Markdown, for a job summary or a comment: its counts, failures and unknown outcomes in a block of their
 * own, a row for each step, and the commands to run next. In limited room the rows go first.
 */
import type { RunEvent } from '../../model/plan/run-event.ts';
import { cut, usualMaxSize } from '../plan/markdown/markdown-table.ts';
import { refusalText } from '../plan/words/refusal-words.ts';
import { firstLines } from '../text/flow-text.ts';
import { alertBlock, codeBlock, codeSpan, rowText, sentence, shortSentence } from '../text/markdown.ts';
import { fitList, fitParts, fixedPart, type RoomPart } from '../text/markdown-room.ts';
import { countsDone } from './applied.ts';
import { outcomeText, outcomeWord } from './outcome-words.ts';
import { skipText } from '../plan/words/skip-text.ts';
import type { Outcome, OutcomeStatus } from '../../model/plan/step-outcome.ts';

const mostNamed = 20;

type Event<Name extends RunEvent['event']> = Extract<RunEvent, { readonly event: Name }>;

interface EnvironmentEnd {
  readonly start: Event<'start'> | undefined;
  readonly summary: Event<'summary'> | undefined;
  readonly end: Event<'end' | 'environment-ended'> | undefined;
  readonly skipped: Event<'skipped'> | undefined;
  /** The most urgent first. */
  readonly outcomes: readonly Outcome[];
}

const urgency: readonly OutcomeStatus[] = ['unknown', 'failed', 'skipped', 'blocked', 'drifted', 'done'];

/** With several environments, a part for each: the end of the command says nothing more. */
export function runMarkdown(
  events: readonly RunEvent[],
  { maxSize = usualMaxSize }: { readonly maxSize?: number } = {},
): string {
  const runs = perEnvironment(events);
  return runs.map((run) => oneMarkdown(run, Math.max(0, Math.floor(maxSize / runs.length) - 1))).join('\n');
}

function perEnvironment(events: readonly RunEvent[]): readonly (readonly RunEvent[])[] {
  const ends = events.flatMap(({ event }, index) => (event === 'environment-ended' ? [index + 1] : []));
  if (ends.length === 0) return [events];
  return ends.map((end, index) => events.slice(ends[index - 1] ?? 0, end));
}

function oneMarkdown(events: readonly RunEvent[], room: number): string {
  const outcomes = events.flatMap((event) => (event.event === 'step-ended' ? [event.outcome] : []));
  const ended: EnvironmentEnd = {
    start: events.find((event) => event.event === 'start'),
    summary: events.find((event) => event.event === 'summary'),
    end: events.find((event) => event.event === 'environment-ended' || event.event === 'end'),
    skipped: events.find((event) => event.event === 'skipped'),
    outcomes: outcomes.toSorted((a, b) => urgency.indexOf(a.status) - urgency.indexOf(b.status)),
  };
  const parts = [
    fixedPart(`## ${sentence(headline(ended))}\n\n`),
    ...skipPart(ended),
    ...cautionPart(ended),
    ...rowsPart(ended),
    ...nextPart(ended),
    ...footPart(ended),
  ];
  return fitParts(parts, room) ?? `## ${sentence(headline(ended))}\n`;
}

function headline({ start, summary, end, skipped }: EnvironmentEnd): string {
  const environment =
    start?.plan.environment ??
    skipped?.environment ??
    (end?.event === 'environment-ended' ? end.environment : undefined);
  const to = environment === undefined ? '' : ` to ${environment}`;
  if (end?.error !== undefined) return `Apply${to} failed`;
  if (summary !== undefined) return `Applied${to}: ${countsDone(summary.tally)}`;
  const isRefused = start !== undefined && start.plan.refusals.length > 0;
  return isRefused ? `Apply${to} is refused` : `Nothing was applied${to}`;
}

function skipPart({ skipped }: EnvironmentEnd): readonly RoomPart[] {
  return skipped === undefined ? [] : [fixedPart(`${sentence(skipText(skipped))}.\n\n`)];
}

function cautionPart({ start, end, outcomes }: EnvironmentEnd): readonly RoomPart[] {
  const { error } = end ?? {};
  const lines = [
    ...(error === undefined ? [] : [error.message, ...(error.help === undefined ? [] : [error.help])]),
    ...(start?.plan.refusals ?? []).map(refusalText),
  ].map((line) => shortSentence(line, 1000));
  const open = outcomes.filter(({ status }) => status === 'unknown' || status === 'failed');
  const named = open.map((outcome) => {
    const { address, status } = outcome;
    return `**${codeSpan(address)}** ${status}: ${shortSentence(outcomeText(outcome), 500)}`;
  });
  const all = [...lines, ...firstLines(named, mostNamed, (left) => `${left} more in the table`)];
  if (all.length === 0) return [];
  const items = all.map((line) => `- ${line}`);
  return [fixedPart(alertBlock('CAUTION', items))];
}

const head = '| | Resource | Result |\n|---|---|---|\n';

function rowsPart({ outcomes }: EnvironmentEnd): readonly RoomPart[] {
  if (outcomes.length === 0) return [];
  const rows = outcomes.map((outcome) => fixedPart(rowOf(outcome)));
  const rest = ({ length }: readonly RoomPart[]): string => `| … | ${length} more | see the log |\n`;
  const render = (room: number): string => `${head}${fitList(rows, room - head.length - 1, rest)}\n`;
  return [{ least: `${head}${rest(rows)}\n`, rank: 1, render }];
}

function rowOf(outcome: Outcome): string {
  const { address, status, id } = outcome;
  const text =
    id !== undefined && status === 'done' ? cut(id, 200) : shortSentence(outcomeText(outcome), 200);
  return rowText([outcomeWord(outcome), codeSpan(address), text]);
}

function nextPart({ summary }: EnvironmentEnd): readonly RoomPart[] {
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

function footPart({ start }: EnvironmentEnd): readonly RoomPart[] {
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
