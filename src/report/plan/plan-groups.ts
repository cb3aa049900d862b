import type { Step, StepAction } from '../../model/plan/step.ts';
import type { KindName } from '../../kinds/kind.ts';
import { compareTexts, groupBy } from '../../text/items-by.ts';
import { reasonText } from './words/reason-words.ts';

/** One word for each action, in display order. A `keep` is shown only if it renames. */
export const actionWords: readonly (readonly [StepAction, word: string])[] = [
  ['delete', 'delete'],
  ['retire', 'retire'],
  ['update', 'update'],
  ['create', 'create'],
  ['adopt', 'adopt'],
  ['forget', 'forget'],
  ['keep', 'rename'],
  ['drift', 'drift'],
  ['blocked', 'blocked'],
];

/** Whether this step needs its own review: it needs a decision, affects security, or lacks a secret. */
export function isRisky(step: Step): boolean {
  return isGrave(step) || step.missingSecrets.length > 0 || ['blocked', 'drift'].includes(step.action);
}

/** Whether a step deletes, retires, weakens protection or cannot be checked: every plan shows it in full. */
export function isGrave({ action, exposure, possibleExposure }: Step): boolean {
  return (
    exposure !== undefined || possibleExposure !== undefined || action === 'delete' || action === 'retire'
  );
}

/** The steps in the order of the words; within an action, less protected ones first. */
export function stepsByGroup(steps: readonly Step[]): readonly Step[] {
  return actionWords.flatMap(([action]) => {
    const group = steps.filter((step) => step.action === action);
    return [
      ...group.filter(({ exposure }) => exposure !== undefined),
      ...group.filter(({ exposure }) => exposure === undefined),
    ];
  });
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
  return actionWords
    .flatMap(([action, word]) => {
      const count = views.filter(({ step }) => step.action === action).length;
      return count === 0 ? [] : [`${count} ${word}`];
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
