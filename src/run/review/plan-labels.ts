import { exitCodes, type ExitCode } from '../../model/errors.ts';
import type { ForgeLabel, PullRequestLabels } from '../../model/forge/forge.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { isEmpty, planExitCode } from '../../plan/finish/exit-code.ts';
import { hashOf } from '../../text/hash.ts';
import { scopeName, type ReviewedPlans } from './reviewed-plans.ts';

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
  const exitCode: ExitCode = planExitCode(plan, { isDetailed: false });
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
