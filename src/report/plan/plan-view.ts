import type { ApprovalGroup } from '../../model/approval.ts';
import type { TrafficShift } from '../../model/traffic/traffic-shift.ts';
import type { Refusal, Plan } from '../../model/plan/plan.ts';
import { isWeakened } from '../../model/plan/step.ts';
import { isGate } from './badge.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { stepsByGroup } from './plan-groups.ts';
import { splitRouting } from './routing.ts';
import { noteSection, testSection, type ReportSection } from './section.ts';
import { isKept, settingOf, stepView, type StepView } from './step-view.ts';
import { foldAlike } from './alike.ts';
import { groupWays, type Way } from './words/remedy-words.ts';
import { shownSteps, sumText, summaryText } from './summary.ts';
import {
  approveIn,
  nameToApprove,
  verdictOf,
  type ApplyCommand,
  type ApproveCommand,
  type Verdict,
} from './verdict.ts';

/**
 * A plan with the sections of all formats, in display order: drift that removed protection, refusals, changes, drift,
 * blocked.
 */
export interface PlanView {
  readonly plan: Plan;
  /** The first line. */
  readonly title: string;
  /** `Compared with main at 3b1f6c2a90`; undefined without `--base`. */
  readonly compared: string | undefined;
  /** Limits that the files would weaken, and new approvals. */
  readonly gates: ReportSection;
  /** Refusals that are not shown at a step. */
  readonly refusals: readonly Refusal[];
  readonly routing: { readonly changed: readonly TrafficShift[]; readonly fresh: readonly TrafficShift[] };
  readonly steps: readonly StepView[];
  readonly tests: ReportSection;
  readonly notes: ReportSection;
  /** The counts, repeated at the end. */
  readonly sum: string;
  readonly verdict: Verdict;
}

export function planView(
  plan: Plan,
  command?: ApplyCommand,
  approve: ApproveCommand = approveIn(plan),
): PlanView {
  const routing = splitRouting(plan);
  const shown = shownSteps(plan);
  const [atSteps, whole] = splitRefusals(plan);
  const setting = settingOf(plan, routing, atSteps);
  const views = stepsByGroup(shown).map((step) => stepView(step, setting));
  const isFirst = ({ step }: StepView): boolean => isWeakened(step);
  const later = views.filter((view) => !isFirst(view));
  const ordered = [
    ...views.filter(isFirst),
    ...later.filter(isRefused),
    ...later.filter((view) => !isRefused(view)),
  ];
  return {
    plan,
    title: summaryText(plan),
    compared:
      plan.base === undefined
        ? undefined
        : `Compared with ${plan.base.ref} at ${plan.base.commit.slice(0, 10)}`,
    gates: noteSection('Gates', plan.notes.filter(isGate), Infinity),
    refusals: whole,
    routing,
    steps: withKeptGroups(withGroups(ordered, atSteps)).map((view) => withCommands(view, approve)),
    tests: testSection(plan.tests ?? { changed: [] }),
    notes: noteSection(
      'Notes',
      plan.notes.filter((note) => !isGate(note)),
    ),
    sum: `${sumText(plan)}.`,
    verdict: verdictOf(plan, command, approve),
  };
}

/** The view with the commands that write its approvals. */
export function withCommands(view: StepView, approve: ApproveCommand): StepView {
  const names = [...new Set(view.approvals.map(([asked]) => nameToApprove(asked)))];
  return {
    ...view,
    ...(names.length === 0 ? {} : { approve: approve(names) }),
    ways: view.ways.map((way) =>
      way.asks === undefined ? way : { ...way, approve: approve(way.asks.map(({ address }) => address)) },
    ),
  };
}

export function isRefused({ refused }: StepView): boolean {
  return refused.length > 0;
}

/** The views with the approvals of a group at its first step alone: one document gives them all. */
function withGroups(views: readonly StepView[], refusals: readonly Refusal[]): readonly StepView[] {
  const asked = refusals.flatMap(({ approvals = [] }) => approvals);
  const groups = groupBy(asked, ({ group = '' }) => group);
  const seen = new Set<string>();
  return views.map((view) => ({
    ...view,
    approvals: view.approvals.flatMap(([approval]): ApprovalGroup[] => {
      const { group } = approval;
      if (group === undefined) return [[approval]];
      const [first = approval, ...others] = groups.get(group) ?? [];
      if (seen.has(group)) return [];
      seen.add(group);
      return [[first, ...others]];
    }),
  }));
}

/**
 * The views with the ways of steps that are kept and alike at the first of them alone: one command is for all of them.
 */
function withKeptGroups(views: readonly StepView[]): readonly StepView[] {
  const kept = views.filter(({ step }) => isKept(step));
  const waysOf = new Map<StepView, readonly Way[]>();
  for (const { first, others } of foldAlike(kept, 'short')) {
    if (others.length === 0) continue;
    const rest = kept.filter(
      (view) => view.step.action === 'drift' && view !== first && !others.includes(view),
    );
    const group = others.map(({ step }) => step);
    waysOf.set(
      first,
      groupWays(
        [first.step, ...group],
        rest.map(({ step }) => step.address),
      ),
    );
    for (const view of others) waysOf.set(view, []);
  }
  return views.map((view) => ({ ...view, ways: waysOf.get(view) ?? view.ways }));
}

/** Refusals that need an approval for each step are shown at the steps, if all of these are shown. */
function splitRefusals(plan: Plan): readonly [atSteps: readonly Refusal[], whole: readonly Refusal[]] {
  const shown = new Set<string>(
    shownSteps(plan)
      .filter(({ action }) => action !== 'drift' && action !== 'blocked')
      .map(({ address }) => address),
  );
  const isAtSteps = ({ gate, addresses }: Refusal): boolean =>
    (gate === 'exposure' || gate === 'max_deletes' || gate === 'protect') &&
    addresses.every((address) => shown.has(address));
  return [plan.refusals.filter(isAtSteps), plan.refusals.filter((refusal) => !isAtSteps(refusal))];
}
