/**
 * A plan as text: counts, drift that removed protection, refusals, routing changes, changes, drift, blocked steps,
 * notes, and whether apply will run. Unchanged resources are only counted. Text from users and servers is made inert.
 * No line is wider than the terminal, except for the first, which log searches look for, and lines with one long item
 * to copy: an address, a place, a request or a command.
 */
import type { Plan } from '../../../model/plan/plan.ts';
import { isWeakened } from '../../../model/plan/step.ts';
import { inertLine } from '../../text/inert.ts';
import { isRefused, planView, type PlanView } from '../plan-view.ts';
import type { ApplyCommand, ApproveCommand } from '../verdict.ts';
import { newUrlLines, refusalBlocks, routingLines, sectionLines } from './drift-text.ts';
import { isInShort, stepBlocks } from './plan-steps.ts';
import {
  commandLines,
  pageOf,
  pageText,
  paragraph,
  type PlanDetail,
  type StepPage,
  type Terminal,
} from '../../text/text-page.ts';

export interface PlanTextOptions extends Terminal {
  /** The command that applies it; absent if none does. */
  readonly command?: ApplyCommand | undefined;
  /** The command that writes approvals; by default that of the environment alone. */
  readonly approve?: ApproveCommand | undefined;
  /** Whether the plan is about to be applied: then the command is printed only if flags are missing. */
  readonly isApplied?: boolean;
  /** Requests with their bodies (`--requests`). */
  readonly showsRequests?: boolean;
  /** `brief` by default; `all` with requests. */
  readonly view?: PlanDetail;
}

export function planText(
  plan: Plan,
  {
    command,
    approve,
    isApplied = false,
    showsRequests = false,
    view = showsRequests ? 'all' : 'brief',
    ...terminal
  }: PlanTextOptions,
): string {
  const shown = planView(plan, isApplied && plan.refusals.length === 0 ? undefined : command, approve);
  const page: StepPage = {
    ...pageOf(terminal, view),
    showsRequests,
    once: shown.verdict.once,
  };
  const isShort = isInShort(shown.steps, page);
  const weakened = shown.steps.filter(({ step }) => isWeakened(step));
  const refused = shown.steps.filter(isRefused);
  const rest = shown.steps.filter((view) => !isRefused(view) && !isWeakened(view.step));
  return pageText([
    headLines(shown, page),
    ...stepBlocks(weakened, page, isShort),
    sectionLines(shown.gates, page),
    ...refusalBlocks(shown.refusals, page),
    ...stepBlocks(refused, page, isShort),
    sectionLines(shown.tests, page),
    routingLines(shown.routing, page),
    isShort ? newUrlLines(shown.routing, page) : [],
    ...stepBlocks(rest, page, isShort),
    sectionLines(shown.notes, page),
    [
      ...endLines(shown, page),
      ...(isShort ? paragraph('Shortened: plan --all shows each step in full.', 0, page) : []),
    ],
  ]);
}

/** The first line is never wrapped, because log searches look for it. */
function headLines({ title, compared }: PlanView, page: StepPage): readonly string[] {
  return [
    page.paint('strong', inertLine(title)),
    ...(compared === undefined ? [] : paragraph(compared, 0, page)),
  ];
}

function endLines({ sum, verdict }: PlanView, page: StepPage): readonly string[] {
  const { sentences, next, allow, approve } = verdict;
  return [
    ...paragraph(sum, 0, page).map((line) => page.paint('strong', line)),
    ...sentences.flatMap((sentence) => paragraph(sentence, 0, page)),
    ...(next === undefined ? [] : commandLines(`${next.label}:  `, next.command, 0, page)),
    ...(approve === undefined ? [] : commandLines('To approve all:  ', approve, 0, page)),
    ...(allow === undefined ? [] : commandLines('To allow once:  ', allow, 0, page)),
  ];
}
