import type { Io } from '../../model/io.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { RunEvent, RunWait } from '../../model/plan/run-event.ts';
import { isSilentStep } from '../../model/plan/step.ts';
import { appliedTable, appliedText, applyingText } from '../../report/run/applied.ts';
import { outcomeAnnotations, outcomeLine, settledLine } from '../../report/run/outcome-line.ts';
import type { Outcome } from '../../model/plan/step-outcome.ts';

interface Look {
  readonly plan: Plan;
  /** The id of the run. */
  readonly run: string;
  /** GitHub turns failures into annotations; other systems get plain lines. */
  readonly isGithub: boolean;
}

/** Shows the events of a run to a person: a line an object as it ends, then the counts and the commands to run next. */
export function runScreen(io: Io, { plan, run, isGithub }: Look): (event: RunEvent) => void {
  const shown = plan.steps.filter((step) => !isSilentStep(step));
  const outcomes: Outcome[] = [];
  const settled: (RunEvent & { readonly event: 'settled' })[] = [];
  let line = { columns: io.columns, widest: 0 };
  return (event) => {
    switch (event.event) {
      case 'apply': {
        const all = [...settled, ...event.left, ...shown];
        line = { ...line, widest: Math.max(0, ...all.map(({ address }) => address.length)) };
        if (all.length > 0) io.stdout(`\n${applyingText(plan, run)}\n`);
        for (const settledEvent of settled) io.stdout(`${settledLine(settledEvent, line)}\n`);
        return;
      }
      case 'step-ended':
        outcomes.push(event.outcome);
        io.stdout(`${outcomeLine(event.outcome, line)}\n`);
        return;
      case 'summary':
        if (isGithub)
          for (const annotation of outcomeAnnotations(outcomes)) io.stdout(`${annotation}\n`, 'commands');
        io.stdout(summaryOf(io, event, outcomes.length));
        return;
      case 'wait':
        if (event.for === 'unsettled') io.stderr(`${waitText(event)}\n`);
        return;
      case 'settled':
        settled.push(event);
        return;
      case 'start':
      case 'step-started':
      case 'skipped':
      case 'environment-ended':
      case 'end':
    }
  };
}

/** Nothing at a terminal if nothing happened: the plan has said so. */
function summaryOf({ env }: Io, event: RunEvent & { readonly event: 'summary' }, ended: number): string {
  const { tally, byKind, advice, next } = event;
  const isLog = env['CI'] !== undefined && env['CI'] !== '';
  if (ended === 0 && !isLog) return '';
  const undo = next.flatMap(({ purpose, command }) => (purpose === 'undo' ? [`Undo:    ${command}`] : []));
  const table = appliedTable(tally, byKind);
  const sum = appliedText(tally);
  const how = [...advice, ...undo];
  // Log searches look for the summary in the last line.
  const lines = isLog ? [...how, sum] : [sum, ...how];
  return `\n${table === '' ? '' : `${table}\n\n`}${lines.join('\n')}\n`;
}

function waitText({ seconds, address }: RunWait & { readonly for: 'unsettled' }): string {
  return `waiting ${seconds} s: an earlier request for ${address} had no response and may still arrive`;
}
