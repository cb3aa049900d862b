import type { SavedPlan, SavedStep } from './document.ts';

/**
 * The first place where a document contradicts itself, or where its text is not of the form that only we write: a JSON
 * pointer and the reason. We never write such a document, and a reader would believe one of the two.
 */
export function contradiction(plans: readonly SavedPlan[]): string | undefined {
  const seen = new Set<string>();
  for (const [index, plan] of plans.entries()) {
    const at = `/plans/${index}`;
    if (seen.has(plan.environment)) return `${at}/environment: another plan is for \`${plan.environment}\``;
    seen.add(plan.environment);
    const found = wrongCount(plan, at) ?? wrongStep(plan, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

const actions = [
  'create',
  'update',
  'delete',
  'adopt',
  'retire',
  'forget',
  'drift',
  'keep',
  'blocked',
] as const;

function wrongCount({ summary, steps }: SavedPlan, at: string): string | undefined {
  for (const action of actions) {
    const count = steps.filter((step) => step.action === action).length;
    if (summary[action] !== count)
      return `${at}/summary/${action}: it is ${summary[action]}, but there are ${count} such steps`;
  }
  return undefined;
}

function wrongStep({ steps }: SavedPlan, at: string): string | undefined {
  for (const [index, step] of steps.entries()) {
    const place = `${at}/steps/${index}`;
    if (!step.address.startsWith(`${step.kind}/`))
      return `${place}/kind: it is \`${step.kind}\`, but the address is \`${step.address}\``;
    const foreign = foreignCommand(step);
    if (foreign !== undefined)
      return `${place}/remedies/${foreign}/command: it is not a command of Edgewright`;
  }
  return undefined;
}

/** One word of a shell command, as we quote it: nothing in it is for the shell. */
const word = String.raw`(?:[\w/=.,:@+-]+|<[a-z-]+>|'[^']*'(?:\\''[^']*')*)`;
const ownCommand = new RegExp(`^edgewright(?: ${word})+$`);

/** The index of a remedy whose command is not ours: people paste these commands into a shell. */
function foreignCommand({ remedies }: SavedStep): number | undefined {
  const index = remedies.findIndex(
    ({ command }) => command !== undefined && (typeof command !== 'string' || !ownCommand.test(command)),
  );
  return index === -1 ? undefined : index;
}
