import type { RunEvent } from '../../model/plan/run-event.ts';
import { annotate } from '../text/annotations.ts';
import { inertLine } from '../text/inert.ts';
import { widthOf, wrap } from '../text/flow-text.ts';
import { outcomeText, outcomeWord } from './outcome-words.ts';
import type { Outcome } from '../../model/plan/step-outcome.ts';

interface Line {
  /** Width of the terminal. */
  readonly columns: number;
  /** The width of the widest address, which aligns the text behind it. */
  readonly widest: number;
}

const widestAddress = 40;
/** The column of addresses, behind most of the status words. */
const indent = 9;

/** The result of a step as shown during the apply: one line, or more if there is more to report. */
export function outcomeLine(outcome: Outcome, look: Line): string {
  const { address, id, status, surprises } = outcome;
  // The status word suffices for a done step, and the plan above has the reason for a step that sent nothing.
  const isSaid = status === 'done' && outcome.reason.code === 'done';
  const words = status === 'drifted' ? 'drifted, not changed' : isSaid ? '' : outcomeText(outcome);
  const beside = id !== undefined && status !== 'drifted' ? id : words;
  const more = [
    ...(words === '' || words === beside ? [] : [words]),
    ...(surprises.length === 0
      ? []
      : [`the response differs from the plan in ${surprises.map(inertLine).join(', ')}`]),
  ];
  return lineOf(outcomeWord(outcome), address, { beside, more }, look);
}

type SettledEvent = Extract<RunEvent, { readonly event: 'settled' }>;

/** An earlier request without a response whose outcome is known now. */
export function settledLine({ address, as }: Omit<SettledEvent, 'event'>, look: Line): string {
  return lineOf('settled', address, { beside: settledWords[as], more: [] }, look);
}

const settledWords: Readonly<Record<SettledEvent['as'], string>> = {
  absent: 'the earlier create made no object',
  found: 'the earlier create made the object',
  done: 'the earlier request was carried out',
  final: 'the earlier request cannot arrive any more',
};

function lineOf(
  word: string,
  address: string,
  notes: { readonly beside: string; readonly more: readonly string[] },
  { columns, widest }: Line,
): string {
  const name = inertLine(address);
  const fill = ' '.repeat(Math.max(0, Math.min(widest, widestAddress) - widthOf(name)));
  const head = `${word.padEnd(Math.max(indent, word.length + 2))}${name}`;
  const beside = inertLine(notes.beside);
  const isBeside = beside !== '' && widthOf(head) + fill.length + 2 + widthOf(beside) <= columns;
  const rest = [...(beside === '' || isBeside ? [] : [beside]), ...notes.more.map(inertLine)];
  const first = isBeside ? `${head}${fill}  ${beside}` : head;
  const wrapped = rest.flatMap((line) => wrap(line, Math.max(40, columns) - indent));
  return [first, ...wrapped.map((line) => ' '.repeat(indent) + line)].join('\n');
}

/** Failures as GitHub annotations, and the number of those over its limit. */
export function outcomeAnnotations(outcomes: readonly Outcome[]): readonly string[] {
  const { lines, rest } = annotate(
    outcomes
      .filter(({ status }) => status === 'failed' || status === 'unknown')
      .map((outcome) => ({
        level: 'error',
        title: `edgewright apply ${outcome.status}`,
        text: inertLine(`${outcome.address}: ${outcomeText(outcome)}`),
      })),
  );
  return [...lines, ...rest];
}
