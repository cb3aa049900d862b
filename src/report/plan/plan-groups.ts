import { isWeakened, type Step, type StepAction } from '../../model/plan/step.ts';
import type { KindName } from '../../kinds/kind.ts';
import { compareTexts } from '../../text/lists/compare-texts.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import type { Role } from '../text/paint.ts';
import { reasonText } from './words/reason-words.ts';

/** The words for an action; a `keep` is shown only if it renames. */
interface ActionWords {
  /** Shown before the word, so that no meaning depends on color alone. */
  readonly mark: string;
  readonly word: string;
  /** In the counts of a plan. */
  readonly due: string;
  /** The past participle, for what came of it. */
  readonly done: string;
  /** For its color. */
  readonly role: Role;
}

/** The actions in display order. */
export const actions: Readonly<Record<StepAction, ActionWords>> = {
  delete: { mark: '-', word: 'delete', due: 'to delete', done: 'deleted', role: 'removed' },
  retire: { mark: 'v', word: 'retire', due: 'to retire', done: 'retired', role: 'warn' },
  update: { mark: '~', word: 'update', due: 'to update', done: 'updated', role: 'warn' },
  create: { mark: '+', word: 'create', due: 'to create', done: 'created', role: 'added' },
  adopt: { mark: '>', word: 'adopt', due: 'to adopt', done: 'adopted', role: 'info' },
  forget: { mark: 'o', word: 'forget', due: 'to forget', done: 'forgotten', role: 'info' },
  keep: { mark: '>', word: 'rename', due: 'renamed', done: 'renamed', role: 'info' },
  drift: { mark: '=', word: 'drift', due: 'drifted', done: 'kept', role: 'warn' },
  blocked: { mark: 'x', word: 'blocked', due: 'blocked', done: 'blocked', role: 'error' },
};

export const stepActionsInOrder = Object.keys(actions) as readonly StepAction[];

/** Whether this step needs its own review: it needs a decision, affects security, or lacks a secret. */
export function isRisky(step: Step): boolean {
  return isGrave(step) || step.missingSecrets.length > 0 || ['blocked', 'drift'].includes(step.action);
}

/** Whether a step deletes, retires, weakens protection or cannot be checked: every plan shows it in full. */
export function isGrave(step: Step): boolean {
  const { action, exposure, possibleExposure, weakened } = step;
  const isExposure = [exposure, possibleExposure, weakened].some((found) => found !== undefined);
  return isExposure || action === 'delete' || action === 'retire';
}

/**
 * The steps in display order: first what is live with less protection than the files, as it is open already; then by
 * action, and within one those that lose protection first.
 */
export function stepsByGroup(steps: readonly Step[]): readonly Step[] {
  const isFirst = ({ exposure, weakened }: Step): boolean => (exposure ?? weakened) !== undefined;
  const rest = stepActionsInOrder.flatMap((action) => {
    const group = steps.filter((step) => step.action === action && !isWeakened(step));
    return [...group.filter(isFirst), ...group.filter((step) => !isFirst(step))];
  });
  return [...steps.filter(isWeakened), ...rest];
}

/** Steps for one kind, declared in one folder. */
export interface StepGroup<One> {
  /** Undefined if they are not declared. */
  readonly folder: string | undefined;
  readonly kind: KindName;
  readonly all: readonly One[];
}

/** Groups by folder and kind; undeclared resources last. */
export function groupSteps<One extends { readonly step: Step }>(
  views: readonly One[],
): readonly StepGroup<One>[] {
  const groups = groupBy(views, ({ step }) => JSON.stringify([folderOf(step) ?? null, step.kind]));
  return [...groups.values()]
    .flatMap((all) => {
      const [first] = all;
      return first === undefined ? [] : [{ folder: folderOf(first.step), kind: first.step.kind, all }];
    })
    .sort((a, b) => compareTexts(a.folder ?? '\uffff', b.folder ?? '\uffff') || compareTexts(a.kind, b.kind));
}

function folderOf({ origin }: Step): string | undefined {
  if (origin === undefined) return undefined;
  const end = origin.file.lastIndexOf('/');
  return end === -1 ? '.' : origin.file.slice(0, end);
}

/** `210 update, 2 create`. */
export function countWords(views: readonly { readonly step: Step }[]): string {
  return stepActionsInOrder
    .flatMap((action) => {
      const count = views.filter(({ step }) => step.action === action).length;
      return count === 0 ? [] : [`${count} ${actions[action].word}`];
    })
    .join(', ');
}

/** A step in one line: the changed fields, or the identity of a new resource. */
export function gist(step: Step): string {
  const { action, changes } = step;
  if (action === 'create') {
    const identity = changes.filter(({ path }) => ['url', 'match', 'hostports'].includes(path));
    const values = identity.map(({ after }) => (typeof after === 'string' ? after : JSON.stringify(after)));
    if (values.length > 0) return values.join(' ');
  }
  return changes.length === 0 ? reasonText(step.reason) : changes.map(({ path }) => path).join(', ');
}
