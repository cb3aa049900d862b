import type { Outcome, OutcomeStatus, Plan, StepAction } from '../../model/plan.ts';
import { inert, inertLine } from '../text/inert.ts';
import { jsonText } from '../text/json.ts';
import { doneWords, outcomeText } from './words/outcome.ts';
import { staleReasonText } from './words/stale.ts';

const statuses: readonly OutcomeStatus[] = ['done', 'failed', 'skipped', 'unknown', 'held', 'blocked'];

/** How a step ended, as it is shown while the apply runs: one line, and a second one where there is more to say. */
export function outcomeLine(outcome: Outcome): string {
  const { status, action, address, id, reason, surprises } = outcome;
  const first = `${status.padEnd(7)} ${verb(action).padEnd(7)} ${inertLine(address)}`;
  const lines = [id === undefined ? first : `${first}  ${inertLine(id)}`];
  // That something was created is said by the line itself.
  if (status !== 'done' || reason.code !== 'done') lines.push(indented(inertLine(outcomeText(outcome))));
  if (surprises.length > 0) {
    lines.push(
      indented(`the API answered something else than planned in ${surprises.map(inertLine).join(', ')}`),
    );
  }
  return lines.join('\n');
}

/** A step that does nothing has no verb of its own: its status says it. */
function verb(action: StepAction): string {
  if (action === 'keep') return 'rename';
  return action === 'drift' || action === 'blocked' ? '' : action;
}

/** The end of an apply, counted from what happened. `plan` is the command that shows what is left, where there is one. */
export function outcomeSummary(outcomes: readonly Outcome[], plan: string | undefined): string {
  const counts = statuses.flatMap((status) => {
    const of = outcomes.filter((outcome) => outcome.status === status);
    return of.length === 0 ? [] : [`${of.length} ${statusWords(status, of)}`];
  });
  if (counts.length === 0) return 'nothing was to be done';
  return [counts.join(', '), ...advice(outcomes, plan)].join('\n');
}

/** The outcomes for machines. */
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

function statusWords(status: OutcomeStatus, of: readonly Outcome[]): string {
  if (status !== 'done') return status;
  const actions = Object.keys(doneWords) as StepAction[];
  const parts = actions.flatMap((action) => {
    const count = of.filter((outcome) => outcome.action === action).length;
    return count === 0 ? [] : [`${count} ${doneWords[action]}`];
  });
  return `done (${parts.join(', ')})`;
}

/** What a reader must do now, the gravest first. */
function advice(outcomes: readonly Outcome[], plan: string | undefined): readonly string[] {
  const lines: string[] = [];
  if (outcomes.some(({ cause }) => cause === 'ledger')) {
    lines.push('the ledger could not be written: keep these lines, they name what it does not know');
  }
  const doubtful = outcomes
    .filter(({ status }) => status === 'unknown')
    .map(({ address }) => inertLine(address));
  if (doubtful.length > 0) {
    const how = plan === undefined ? 'plan again' : `run \`${inertLine(plan)}\``;
    lines.push(
      `outcome unknown for ${doubtful.join(', ')}: ${how}, which adopts what exists or prints how to settle it`,
    );
  }
  if (lines.length === 0) lines.push(...leftOf(outcomes, plan));
  return lines;
}

/** What is blocked can only be seen in a plan; a rollback has none, and what it cannot take back stays. */
function leftOf(outcomes: readonly Outcome[], plan: string | undefined): readonly string[] {
  const has = (one: OutcomeStatus): boolean => outcomes.some(({ status }) => status === one);
  const isOpen = has('failed') || has('skipped');
  if (!isOpen && (plan === undefined || !has('blocked'))) return [];
  const kept = has('done') ? 'what is done is in the ledger; ' : '';
  return [
    plan === undefined
      ? `${kept}the same command again does what is left`
      : `${kept}\`${inertLine(plan)}\` shows what is left`,
  ];
}

function indented(text: string): string {
  return `        ${text}`;
}
