import type { PlanNote, Step } from '../model/plan.ts';
import type { ApprovalDocument } from '../model/workspace.ts';
import { isFor, type Planning } from './input.ts';
import { strays, type Pair } from './pair.ts';
import { uncomparedNote } from './uncompared.ts';

interface Results {
  readonly pairs: readonly Pair[];
  readonly all: readonly Step[];
  /** What a filter left. */
  readonly steps: readonly Step[];
}

/** Everything a reader should know that is no step, in a fixed order; last, what this plan cannot see. */
export function notesOf(planning: Planning, { pairs, all, steps }: Results): readonly PlanNote[] {
  const chosen = new Set<string | undefined>(steps.map(({ address }) => address));
  const found = planning.found.filter(({ topic, address }) => topic !== 'taken-over' || chosen.has(address));
  const notes = [...found, ...uncomparedNote(planning, steps), ...strayNotes(planning, pairs)].sort((a, b) =>
    compare(keyOf(a), keyOf(b)),
  );
  return [
    ...notes,
    ...unusedApprovals(planning, all),
    ...filterNote(all, steps),
    { topic: 'scope', text: 'routes that are not in the ledger cannot be seen: the API does not list them' },
  ];
}

/** What we made and nobody knows: a late arrival, or a ledger that lost it. */
function strayNotes(planning: Planning, pairs: readonly Pair[]): readonly PlanNote[] {
  const found = strays(planning);
  if (found.length === 0) return [];
  const asked = pairs.flatMap((pair) =>
    pair.type === 'ambiguous' ? pair.twins.map(({ id }) => id) : 'id' in pair ? [pair.id] : [],
  );
  return found
    .filter(({ id }) => !asked.includes(id))
    .map(({ id }) => ({
      topic: 'orphan',
      text: `${id} carries the marker of this environment and is not in the ledger: take it over with \`adopt:\`, or delete it in the dashboard`,
    }));
}

function unusedApprovals(
  { approvals, environment, uncompared, used }: Planning,
  all: readonly Step[],
): readonly PlanNote[] {
  return approvals
    .filter((approval) => isFor(approval, environment.name) && !used.has(approval))
    .map((approval) => ({
      topic: 'approval',
      address: approval.address,
      text: unusedText(approval, all, uncompared),
    }));
}

function unusedText(
  { address, allow, change }: ApprovalDocument,
  all: readonly Step[],
  uncompared: Planning['uncompared'],
): string {
  const steps = all.filter((step) => step.address === address);
  const now = steps.find((step) => asks(step) === allow)?.hash;
  const meant = steps.find((step) => step.hash === change && asks(step) !== undefined);
  const isSecret = allow === 'write-secret' && uncompared.some((value) => value.address === address);
  return `the approval \`allow: ${allow}\` with \`change: ${change}\` fits no change of this plan${
    now !== undefined
      ? `: the change is ${now} now`
      : meant !== undefined
        ? `: this one asks for \`allow: ${asks(meant) ?? ''}\``
        : isSecret
          ? ': the note on the secret has the hash of now'
          : ' and can go'
  }`;
}

/** What a step needs a person for. */
function asks({ action, exposure, liveHash, since }: Step): ApprovalDocument['allow'] | undefined {
  if (exposure !== undefined) return 'exposure';
  if (action === 'delete') return 'delete';
  if (action === 'drift' && liveHash === undefined) return 'recreate';
  return (action === 'drift' || action === 'blocked') && since !== undefined ? 'revert' : undefined;
}

const mostNamed = 10;

function filterNote(all: readonly Step[], steps: readonly Step[]): readonly PlanNote[] {
  if (steps.length === all.length) return [];
  const done = new Set(steps.map(({ address }) => address));
  const left = all.filter(({ action, address }) => action !== 'keep' && !done.has(address));
  if (left.length === 0) return [];
  const names = [...new Set(left.map(({ address }) => address))];
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  const text = `--only leaves out ${left.length} step${left.length === 1 ? '' : 's'}: ${names.slice(0, mostNamed).join(', ')}${more}`;
  return [{ topic: 'filter', text }];
}

function keyOf({ topic, address = '', text }: { topic: string; address?: string; text: string }): string {
  return `${topic} ${address} ${text}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
