import type { Outcome, OutcomeStatus } from '../../model/plan/outcome.ts';
import type { StepAction } from '../../model/plan/step.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { inert, inertLine } from '../text/inert.ts';
import { widthOf, wrap } from '../text/wrap.ts';
import { jsonText } from '../text/json.ts';
import { doneWords, outcomeText } from './words/outcome.ts';
import { staleReasonText } from './words/stale.ts';

const statuses: readonly OutcomeStatus[] = ['done', 'failed', 'skipped', 'unknown', 'drifted', 'blocked'];

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
export function outcomeLine(outcome: Outcome, { columns, widest }: Line): string {
  const { action, address, id, status, surprises } = outcome;
  const word = status === 'done' ? doneWords[action] : statusNames[status];
  const name = inertLine(address);
  const fill = ' '.repeat(Math.max(0, Math.min(widest, widestAddress) - widthOf(name)));
  const head = `${word.padEnd(Math.max(indent, word.length + 2))}${name}`;
  // The status word suffices for a done step, and the plan above has the reason for a step that sent nothing.
  const isSaid = status === 'done' && outcome.reason.code === 'done';
  const said = status === 'drifted' ? 'drifted, not changed' : isSaid ? '' : outcomeText(outcome);
  const beside = inertLine(id !== undefined && status !== 'drifted' ? id : said);
  const isBeside = beside !== '' && widthOf(head) + fill.length + 2 + widthOf(beside) <= columns;
  const rest = [
    ...(beside === '' || isBeside ? [] : [beside]),
    ...(said !== '' && inertLine(said) !== beside ? [inertLine(said)] : []),
    ...(surprises.length === 0
      ? []
      : [`the response differs from the plan in ${surprises.map(inertLine).join(', ')}`]),
  ];
  const first = isBeside ? `${head}${fill}  ${beside}` : head;
  return [first, ...rest.flatMap((line) => wrap(line, Math.max(40, columns) - indent).map(indented))].join(
    '\n',
  );
}

const statusNames: Readonly<Record<Exclude<OutcomeStatus, 'done'>, string>> = {
  failed: 'failed',
  skipped: 'skipped',
  unknown: 'unknown',
  drifted: 'kept',
  blocked: 'blocked',
};

/** `Applied: 1 created, 1 updated; 1 drifted (kept).`: counted from the outcomes. */
export function appliedText(outcomes: readonly Outcome[]): string {
  const done = outcomes.filter(({ status }) => status === 'done');
  const actions = Object.keys(doneWords) as StepAction[];
  const parts = actions.flatMap((action) => {
    const count = done.filter((outcome) => outcome.action === action).length;
    return count === 0 ? [] : [`${count} ${doneWords[action]}`];
  });
  const others = statuses.slice(1).flatMap((status) => {
    const count = outcomes.filter((outcome) => outcome.status === status).length;
    return count === 0 ? [] : [`${count} ${status === 'drifted' ? 'drifted (kept)' : status}`];
  });
  const sum = parts.length === 0 ? '0 changes' : parts.join(', ');
  return `Applied: ${[sum, ...(others.length === 0 ? [] : [others.join(', ')])].join('; ')}.`;
}

/** Failures as GitHub annotations: one workflow command for each. */
export function outcomeAnnotations(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes
    .filter(({ status }) => status === 'failed' || status === 'unknown')
    .map((outcome) => {
      const text = inertLine(`${outcome.address}: ${outcomeText(outcome)}`).replaceAll('%', '%25');
      return `::error title=edgewright apply ${outcome.status}::${text}`;
    });
}

/** The outcomes as JSON. */
export function outcomesJson(plan: Plan, outcomes: readonly Outcome[]): string {
  const summary = Object.fromEntries(
    statuses.map((status) => [status, outcomes.filter((outcome) => outcome.status === status).length]),
  );
  const clean = outcomes.map((outcome) => ({
    ...outcome,
    reason: { ...outcome.reason, text: inert(outcomeText(outcome)) },
    stale: outcome.stale?.map((reason) => ({ ...reason, text: inert(staleReasonText(reason)) })),
  }));
  return jsonText({ format: 1, environment: plan.environment, summary, outcomes: clean });
}

/**
 * The next steps for the reader, most urgent first. `plan`: the command that shows the remaining steps, if there is
 * one.
 */
export function outcomeAdvice(outcomes: readonly Outcome[], plan: string | undefined): readonly string[] {
  const again = plan === undefined ? 'Run the same command again' : `Run ${inertLine(plan)}`;
  if (outcomes.some(({ cause }) => cause === 'ledger')) {
    return [
      'The ledger could not be written.',
      'The changes above are live, but not all of them are recorded: keep this output.',
      `${again} when there is room: it adopts what is not recorded.`,
    ];
  }
  if (outcomes.some(({ status }) => status === 'unknown')) {
    return [`${again}: it adopts the object if it exists.`];
  }
  return leftOf(outcomes, plan);
}

/** Only a plan can show blocked steps; a rollback has no plan, and keeps what it cannot undo. */
function leftOf(outcomes: readonly Outcome[], plan: string | undefined): readonly string[] {
  const has = (one: OutcomeStatus): boolean => outcomes.some(({ status }) => status === one);
  const isOpen = has('failed') || has('skipped');
  if (!isOpen && (plan === undefined || !has('blocked'))) return [];
  const kept = has('done') ? 'Applied steps are in the ledger. ' : '';
  return [
    plan === undefined
      ? `${kept}Run the same command again for the rest.`
      : `${kept}Run ${inertLine(plan)} to see what is left.`,
  ];
}

function indented(text: string): string {
  return ' '.repeat(indent) + text;
}
