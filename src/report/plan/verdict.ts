import type { AskedApproval } from '../../model/approval.ts';
import type { Plan, Refusal } from '../../model/plan/plan.ts';
import { isGone, isWeakened, type Step } from '../../model/plan/step.ts';
import { shortChange } from '../../derive/compare/change-id.ts';
import { hasWork, shardText, shownSteps } from './summary.ts';
import { applyTimeText } from './words/apply-time-words.ts';
import { shellWord } from '../../text/words/shell-word.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { overrideFlags } from './override-flags.ts';
import { sentSecrets } from './sent-secrets.ts';

/** The command that applies a plan, with further flags; undefined if no command does. */
export type ApplyCommand = (flags?: readonly string[]) => string | undefined;

/** The command that writes the approvals of these addresses and groups; without names, of all that is refused. */
export type ApproveCommand = (names: readonly string[]) => string;

/** For plans whose place is unknown: those of a file. */
export function approveIn(plan: Plan): ApproveCommand {
  const options = ['--env', plan.environment, ...baseWords(plan)].map(shellWord);
  return (names) => ['edgewright approve', ...names.map(shellWord), ...options].join(' ');
}

/** `--base main` if a gate of the base asks for approvals: a plan without the base asks for none. */
export function baseWords({
  base,
  refusals,
  notes,
}: Pick<Plan, 'base' | 'refusals' | 'notes'>): readonly string[] {
  if (base === undefined) return [];
  const isByBase =
    refusals.some(({ fact }) => fact.code === 'too-many-deletes' && fact.ref !== undefined) ||
    notes.some(({ fact }) => fact.code === 'drift-reverts');
  return isByBase ? ['--base', base.ref] : [];
}

/** The name that `approve` takes for an approval: the beginning of the id of its group, else its address. */
export function nameToApprove({ address, group }: Pick<AskedApproval, 'address' | 'group'>): string {
  return group === undefined ? address : shortChange(group);
}

/** Whether apply will run, and the next command. */
export interface Verdict {
  /** Full sentences. */
  readonly sentences: readonly string[];
  /** A command with its purpose: `To apply`. */
  readonly next?: { readonly label: string; readonly command: string };
  /** The command that writes the approvals of all that is refused, where that is more than one name. */
  readonly approve?: string | undefined;
  /** The command that lifts all refusals once. */
  readonly allow?: string | undefined;
  /** The same where one resource or group, or the plan for one reason, is refused: it is printed there. */
  readonly once?: string | undefined;
}

function namesToApprove({ refusals }: Pick<Plan, 'refusals'>): ReadonlySet<string> {
  return new Set(refusals.flatMap(({ approvals = [] }) => approvals.map(nameToApprove)));
}

/** Whether approvals lift the refusal. */
export function isForApproval({ gate }: Refusal): boolean {
  return gate === 'exposure' || gate === 'max_deletes';
}

const mostNamed = 3;

/** The command is left out if none applies the plan. */
export function verdictOf(
  plan: Plan,
  command: ApplyCommand = () => undefined,
  approve: ApproveCommand = approveIn(plan),
): Verdict {
  const secrets = sentSecretsLine(plan);
  const sent = secrets === undefined ? [] : [`${secrets}.`];
  const also = [...sent, ...(plan.applyTime === undefined ? [] : [applyTimeText(plan.applyTime)])];
  if (plan.refusals.length > 0) {
    const flags = flagsFor(plan);
    const allow = flags === undefined ? undefined : command(flags);
    const sentences = [refusedText(plan), ...also];
    if (isOneRefusal(plan)) return { sentences, once: allow };
    return { sentences, allow, ...(namesToApprove(plan).size > 1 ? { approve: approve([]) } : {}) };
  }
  const shown = shownSteps(plan);
  const blocked = shown.filter(({ action }) => action === 'blocked');
  const kept = weakenedText(shown);
  if (!hasWork(plan)) return { sentences: [idleText(plan, blocked.length), ...kept, ...sent] };
  const line = command();
  const then = plan.applyTime === undefined || plan.applyTime.state === 'open' ? '' : ' then';
  return {
    sentences: [
      ...kept,
      ...(blocked.length === 0 ? [] : [`Blocked steps are skipped; the others do not depend on them.`]),
      ...also,
    ],
    ...withoutUndefined({
      next:
        line === undefined
          ? undefined
          : {
              label: `${blocked.length === 0 ? 'To apply' : 'To apply the others'}${then}`,
              command: line,
            },
    }),
  };
}

/** The flags that lift all refusals; undefined if one of them has no flag. */
function flagsFor({ refusals }: Pick<Plan, 'refusals'>): readonly string[] | undefined {
  const all = refusals.map(overrideFlags);
  return all.every((flags) => flags !== undefined) ? all.flat() : undefined;
}

function isOneRefusal({ refusals }: Pick<Plan, 'refusals'>): boolean {
  const [only, ...more] = refusals;
  if (only === undefined || more.length > 0) return false;
  if (only.gate === 'max_deletes') return false;
  return only.gate !== 'exposure' || overrideFlags(only)?.length === 2;
}

function refusedText({ refusals }: Plan): string {
  if (!refusals.every(isForApproval)) {
    return `Nothing will be applied until ${refusals.length === 1 ? 'the refusal is' : 'all refusals are'} resolved.`;
  }
  const addresses = [...new Set(refusals.flatMap((refusal) => refusal.addresses))];
  const names =
    addresses.length > mostNamed ? `all ${addresses.length} refused changes` : inSentence(addresses);
  return `Nothing will be applied until ${names} ${addresses.length === 1 ? 'is' : 'are'} approved.`;
}

/** `a`, `a and b`, or `a, b and c`. */
function inSentence(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}

/** There is nothing live to keep or to pull. */
export const goneText = 'an object that is gone is created again only if that is approved';

function isAllGone({ steps }: Plan): boolean {
  return steps.every((step) => step.action !== 'drift' || isGone(step));
}

/** An apply leaves the outside change as it is, which its success would hide. */
function weakenedText(steps: readonly Step[]): readonly string[] {
  const addresses = steps.filter(isWeakened).map(({ address }) => address);
  if (addresses.length === 0) return [];
  const names =
    addresses.length > mostNamed ? `${addresses.length} drifted resources` : inSentence(addresses);
  const [verb, until] = addresses.length === 1 ? ['stays', 'it is'] : ['stay', 'they are'];
  return [`${names} ${verb} less protected than the files until ${until} reverted.`];
}

/** Claims only as much as was compared. */
function idleText(plan: Plan, blocked: number): string {
  const { notes, shard, summary } = plan;
  if (blocked > 0)
    return blocked === 1
      ? 'Nothing can be applied until the blocked step is resolved.'
      : `Nothing can be applied until a blocked step is resolved.`;
  if (shard !== undefined && summary.drift === 0) return `Nothing to apply in ${shardText(plan, '')}.`;
  if (summary.drift > 0) return `Nothing to apply: ${isAllGone(plan) ? goneText : 'drift is kept'}.`;
  if (notes.some(({ topic }) => topic === 'filter')) return 'No changes in what --only selects.';
  const isChangedOutside = notes.some(({ topic }) => topic === 'undeclared-drift');
  const unseen = notes.reduce(
    (sum, { topic, values }) => sum + (topic === 'secret' ? (values?.length ?? 1) : 0),
    0,
  );
  const outside = isChangedOutside ? '; fields that the files do not declare changed outside Edgewright' : '';
  if (unseen > 0)
    return `No changes in what could be compared; ${unseen} ${unseen === 1 ? 'value was' : 'values were'} not compared${outside}.`;
  if (isChangedOutside) return `No changes: live matches the files${outside}.`;
  if (notes.some(({ topic }) => topic === 'added-by-service'))
    return 'No changes: live matches the files, beside what the service added by itself.';
  return 'No changes: live matches the files.';
}

/** `Secrets that apply sends: SHOP_OIDC (set), UPSTREAM (not set)`; undefined if it sends none. */
function sentSecretsLine(plan: Pick<Plan, 'steps' | 'refusals'>): string | undefined {
  const secrets = sentSecrets(plan);
  if (secrets.length === 0) return undefined;
  const names = secrets.map(({ name, isSet }) => `${name} (${isSet ? 'set' : 'not set'})`);
  const line = `Secrets that apply sends: ${names.join(', ')}`;
  if (secrets.every(({ isSet }) => isSet) || plan.refusals.some(({ gate }) => gate === 'secrets'))
    return line;
  return `${line}; it sends nothing until all are set (\`EDGEWRIGHT_SECRET_<NAME>\`, or a file in \`--secrets-dir\`)`;
}
