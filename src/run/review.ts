import { planDigest } from '../derive/plan-digest.ts';
import { type ExitCode, exitCodes } from '../model/exit-codes.ts';
import type { CommitVerdict, ForgeAnnotation, ForgeLabel, PullRequestLabels } from '../model/forge.ts';
import type { MadeBy, Plan } from '../model/plan/plan.ts';
import { isWeakened } from '../model/plan/step.ts';
import { planExitCode } from '../plan/finish/exit-code.ts';
import { type CommentKey, markerLine } from '../remote/forge/comment-identity.ts';
import type { CommentToPost } from '../remote/forge/upsert-comment.ts';
import { planMarkdown, type UnverifiedSource } from '../report/plan/markdown/plan-markdown.ts';
import { badgesOf, isCalm } from '../report/plan/badge.ts';
import { planView } from '../report/plan/plan-view.ts';
import type { StepView } from '../report/plan/step-view.ts';
import { countsText, isElsewhere, summaryText } from '../report/plan/summary.ts';
import type { ApplyCommand, ApproveCommand } from '../report/plan/verdict.ts';
import { reasonLine } from '../report/plan/words/exposure-words.ts';
import { inert, inertLine } from '../report/text/inert.ts';
import { hashOf } from '../text/hash.ts';
import { isEmpty } from '../plan/finish/is-empty-plan.ts';

/** The plans that one comment, status and set of labels are about: at least one. */
export interface ReviewedPlans {
  readonly plans: readonly Plan[];
  readonly lineage: string;
  readonly madeBy: MadeBy;
  readonly command: (plan: Plan) => ApplyCommand;
  readonly approve?: (plan: Plan) => ApproveCommand;
  /** That of `plan`. */
  readonly exitCode: ExitCode;
  /** The path of the workspace in its repository, with a final slash; empty at the root. */
  readonly folder: string;
  /** Tells the comments of several jobs for the same environments apart. */
  readonly label: string;
  /** The reason why the plans may not be as Edgewright made them. */
  readonly unverified?: UnverifiedSource;
}

/** The name of the check and of the status: `edgewright/production`. */
export function reviewName(reviewed: Pick<ReviewedPlans, 'plans' | 'folder' | 'label'>): string {
  const environments = reviewed.plans.map(({ environment }) => environment).sort();
  return `edgewright/${scopeName(reviewed, environments.join(','))}`;
}

/** `infra/eu/production`: the folder of the workspace and the label of the job, as far as there are any. */
export function scopeName(
  { folder, label }: Pick<ReviewedPlans, 'folder' | 'label'>,
  environments: string,
): string {
  return folder + (label === '' ? '' : `${label}/`) + environments;
}

const verdicts = {
  'no changes': { color: 'c2e0c6', description: 'The plan has no changes' },
  changes: { color: 'fbca04', description: 'The plan has changes' },
  drift: { color: 'd4c5f9', description: 'Live objects differ from the last apply' },
  refused: { color: 'b60205', description: 'The plan is refused' },
  unknown: { color: 'e99695', description: 'The outcome of a request is unknown' },
} as const;

type PlanLabelWord = keyof typeof verdicts;

/** GitHub takes no longer name. */
const longestName = 50;

/** Gives the pull request one label for each environment, and takes away those of earlier plans. */
export async function setPlanLabels(labels: PullRequestLabels, reviewed: ReviewedPlans): Promise<void> {
  const present = new Set(await labels.names());
  for (const plan of reviewed.plans) {
    const wanted = wordOf(plan);
    const nameOf = (word: PlanLabelWord): string => labelName(scopeName(reviewed, plan.environment), word);
    for (const word of Object.keys(verdicts) as PlanLabelWord[])
      if (word !== wanted && present.has(nameOf(word))) await labels.remove(nameOf(word));
    const label: ForgeLabel = { name: nameOf(wanted), ...verdicts[wanted] };
    if (!present.has(label.name)) await labels.add(label);
  }
}

function wordOf(plan: Plan): PlanLabelWord {
  const exitCode: ExitCode = planExitCode(plan);
  if (exitCode === exitCodes.unknown) return 'unknown';
  if (exitCode === exitCodes.gate) return 'refused';
  if (exitCode === exitCodes.changes) return 'drift';
  return isEmpty(plan) ? 'no changes' : 'changes';
}

/** `production: refused`; a long name ends in a hash. Commas separate labels. */
function labelName(name: string, word: PlanLabelWord): string {
  const scope = name.replaceAll(',', '-');
  const room = longestName - ': '.length - word.length;
  const short = scope.length <= room ? scope : `${scope.slice(0, room - 7)}-${hashOf(scope).slice(0, 6)}`;
  return `${short}: ${word}`;
}

/** The options of the comment itself. */
interface CommentOptions {
  /**
   * For plans to which the pull request adds nothing: `update` an existing comment, always `create` one, or `delete`
   * it.
   */
  readonly onEmpty?: 'update' | 'create' | 'delete';
  readonly isNew?: boolean;
  /** Most UTF-16 units of the whole comment, if less than the forge takes. */
  readonly maxSize?: number | undefined;
  readonly pageUrl?: string | undefined;
  /** The commit that was planned. */
  readonly commit: string | undefined;
  /** Removes secrets. */
  readonly clean: (text: string) => string;
}

/** The comment of plans: its marker, and the plans as Markdown in the room that is left. */
export function planComment(
  reviewed: ReviewedPlans,
  { commit, maxSize = Infinity, onEmpty = 'update', isNew, pageUrl, clean }: CommentOptions,
): CommentToPost {
  const { plans, madeBy, command, approve, unverified, folder } = reviewed;
  const key = commentKey(reviewed);
  const digest = planDigest(plans);
  return {
    key,
    commit,
    isNew,
    onEmpty: isNothing(reviewed) ? onEmpty : undefined,
    render: (room, as) => {
      const time = as === undefined ? madeBy.time : as.time;
      const marker = markerLine(key, { commit, digest, time });
      const left = Math.min(room, maxSize) - marker.length;
      const made = { ...madeBy, time };
      return (
        marker +
        clean(
          planMarkdown(plans, {
            ...{ maxSize: left, command, approve, pageUrl, unverified, folder, madeBy: made },
          }),
        )
      );
    },
  };
}

function commentKey({ plans, lineage, label }: ReviewedPlans): CommentKey {
  return { about: 'plan', lineage, environments: plans.map(({ environment }) => environment), label };
}

function isNothing({ plans }: ReviewedPlans): boolean {
  return plans.every((plan) => (isEmpty(plan) || isElsewhere(plan)) && plan.refusals.length === 0);
}

/** In characters: GitHub takes so many, of any kind. */
const longestSummary = 65_535;

/** The verdict of plans on the commit that was planned. */
export function planVerdict(reviewed: ReviewedPlans, url: string | undefined): CommitVerdict {
  const { plans, madeBy, command, approve, exitCode, folder, unverified } = reviewed;
  const [first, ...others] = plans;
  const counts =
    first !== undefined && others.length === 0
      ? summaryText(first)
      : plans.map((plan) => `${plan.environment}: ${countsText(plan)}`).join('; ');
  const title = isCalm(plans) ? counts : `${badgesOf(plans)[0].words}. ${counts}`;
  return {
    name: reviewName(reviewed),
    conclusion: conclusionOf(exitCode, plans),
    title: inertLine(title),
    summary: planMarkdown(plans, { maxSize: longestSummary, command, approve, madeBy, unverified }),
    annotations: plans.flatMap((plan) => annotationsOf(plan, folder)),
    url,
  };
}

/** No green mark where a test fails, a step is blocked or something else waits for a person. */
function conclusionOf(exitCode: ExitCode, plans: readonly Plan[]): CommitVerdict['conclusion'] {
  if (exitCode === exitCodes.ok) return isCalm(plans) ? 'success' : 'neutral';
  return exitCode === exitCodes.changes ? 'neutral' : 'action-required';
}

/** One at each step that has a place in the files. */
function annotationsOf(plan: Plan, folder: string): readonly ForgeAnnotation[] {
  const { steps } = planView(plan, () => undefined);
  return steps.flatMap((view) => {
    const { origin, address } = view.step;
    if (origin === undefined) return [];
    return [
      {
        path: folder + origin.file,
        line: origin.line,
        level: levelOf(view),
        title: inertLine(`${plan.environment}: ${view.word} ${address}`),
        message: inert(messageOf(view)),
      },
    ];
  });
}

function levelOf({ refused, step }: StepView): ForgeAnnotation['level'] {
  if (refused.length > 0 || isWeakened(step)) return 'failure';
  return step.action === 'blocked' || step.action === 'drift' ? 'warning' : 'notice';
}

function messageOf({ refused, exposure, facts, changes, word }: StepView): string {
  const fields = changes.map(({ path }) => `- ${path}`);
  const lines = [
    ...refused.map((text) => `Refused: ${text}`),
    ...exposure.map(reasonLine),
    ...facts,
    ...fields,
  ];
  return lines.length === 0 ? word : lines.join('\n');
}
