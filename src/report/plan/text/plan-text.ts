/**
 * The plan as a person reads it: how many steps, what is refused, which URLs something else serves, what changes, what has
 * drifted, what is blocked, notes, and whether apply will run. What is unchanged is a number. Everything that a user or a
 * server wrote is made inert. No line is wider than the terminal, unless it holds one thing that is to be copied and does
 * not fit: an address, a place, a request, a command; or is the first, which logs are searched for.
 */
import type { Plan } from '../../../model/plan/plan.ts';
import { inertLine } from '../../text/inert.ts';
import { painter } from '../../text/paint.ts';
import { isRefused, planView, type PlanView } from '../plan-view.ts';
import { isOneRefusal, type ApplyCommand } from '../verdict.ts';
import { commandLines, paragraph, type PlanDetail } from './plan-page.ts';
import { gateLines, newUrlLines, noteLines, refusalBlocks, routingLines } from './plan-sections.ts';
import type { StepPage } from './plan-page.ts';
import { isInShort, stepBlocks } from './plan-steps.ts';

export interface PlanTextOptions {
  readonly color: boolean;
  /** Width of the terminal. */
  readonly columns: number;
  /** The command that applies it; absent where nothing does. */
  readonly command?: ApplyCommand;
  /** Whether the plan is applied at once: then the command is printed only with what is missing. */
  readonly isApplied?: boolean;
  /** Requests with their bodies (`--requests`). */
  readonly showsRequests?: boolean;
  /** `brief` by default; `all` with requests. */
  readonly view?: PlanDetail;
}

export function planText(
  plan: Plan,
  {
    color,
    columns,
    command = () => undefined,
    isApplied = false,
    showsRequests = false,
    view = showsRequests ? 'all' : 'brief',
  }: PlanTextOptions,
): string {
  const shown = planView(plan, isApplied && plan.refusals.length === 0 ? () => undefined : command);
  const { allow } = shown.verdict;
  const page: StepPage = {
    paint: painter(color),
    columns: Math.max(40, columns),
    showsRequests,
    view,
    approve: isOneRefusal(plan) ? allow : undefined,
  };
  const isShort = isInShort(shown.steps, page);
  const refused = shown.steps.filter(isRefused);
  const rest = shown.steps.filter((step) => !isRefused(step));
  const sections = [
    headLines(shown, page),
    gateLines(shown.gates, page),
    ...refusalBlocks(shown.refusals, page),
    ...stepBlocks(refused, page, isShort),
    ...routing(shown, page, isShort),
    ...stepBlocks(rest, page, isShort),
    noteLines(shown.notes, page),
    endLines(shown, page, isShort),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function routing(view: PlanView, page: StepPage, isShort: boolean): readonly (readonly string[])[] {
  return [routingLines(view.routing, page), isShort ? newUrlLines(view.routing, page) : []];
}

/** The first line is never broken: it is what a log is searched for. */
function headLines({ title, compared }: PlanView, page: StepPage): readonly string[] {
  return [
    page.paint('strong', inertLine(title)),
    ...(compared === undefined ? [] : paragraph(compared, 0, page)),
  ];
}

function endLines({ sum, verdict }: PlanView, page: StepPage, isShort: boolean): readonly string[] {
  const { sentences, next, allow } = verdict;
  return [
    ...paragraph(sum, 0, page).map((line) => page.paint('strong', line)),
    ...sentences.flatMap((sentence) => paragraph(sentence, 0, page)),
    ...(next === undefined ? [] : commandLines(`${next.label}:  `, next.command, 0, page)),
    ...(allow === undefined || page.approve !== undefined
      ? []
      : commandLines('To allow once:  ', allow, 0, page)),
    ...(isShort ? paragraph('Shortened: plan --all shows each step in full.', 0, page) : []),
  ];
}
