import type { Step, StepAction } from '../../model/plan/step.ts';
import type { KindName } from '../../kinds/kind.ts';
import { reasonText } from './words/reason.ts';

/** What a step does, in one word, in the order in which a reader wants to see it. A `keep` is shown where it renames. */
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

/** Whether a reader must check this very step: it waits for a person, is about security, or lacks a secret. */
export function isRisky(step: Step): boolean {
  return isGrave(step) || step.missingSecrets.length > 0 || ['blocked', 'drift'].includes(step.action);
}

/** Whether a step takes something away, protects less or cannot be checked: it is shown in full in every plan. */
export function isGrave({ action, exposure, possibleExposure }: Step): boolean {
  return (
    exposure !== undefined || possibleExposure !== undefined || action === 'delete' || action === 'retire'
  );
}

/** The steps in the order of the words, and within one those that protect less first. */
export function stepsByGroup(steps: readonly Step[]): readonly Step[] {
  return actionWords.flatMap(([action]) => {
    const group = steps.filter((step) => step.action === action);
    return [
      ...group.filter(({ exposure }) => exposure !== undefined),
      ...group.filter(({ exposure }) => exposure === undefined),
    ];
  });
}

/** Steps of one kind whose resources are written in one folder. */
export interface StepGroup {
  /** Undefined: they are written nowhere. */
  readonly folder: string | undefined;
  readonly kind: KindName;
  readonly steps: readonly Step[];
}

/** By folder and kind; what is written nowhere last. */
export function groupSteps(steps: readonly Step[]): readonly StepGroup[] {
  const groups = groupBy(steps, (step) => JSON.stringify([folderOf(step) ?? null, step.kind]));
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [{ folder: folderOf(first), kind: first.kind, steps: group }];
    })
    .sort((a, b) => compare(a.folder ?? '\uffff', b.folder ?? '\uffff') || compare(a.kind, b.kind));
}

function folderOf({ origin }: Step): string | undefined {
  if (origin === undefined) return undefined;
  const end = origin.file.lastIndexOf('/');
  return end === -1 ? '.' : origin.file.slice(0, end);
}

export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `210 update, 2 create`. */
export function countWords(steps: readonly Step[]): string {
  return actionWords
    .flatMap(([action, word]) => {
      const count = steps.filter((step) => step.action === action).length;
      return count === 0 ? [] : [`${count} ${word}`];
    })
    .join(', ');
}

/** The fields that a step changes, or what tells a new resource from others, for one line. */
export function gist(step: Step): string {
  const { action, changes } = step;
  if (action === 'create') {
    const identity = changes.filter(({ path }) => ['url', 'match', 'hostports'].includes(path));
    const values = identity.map(({ after }) => (typeof after === 'string' ? after : JSON.stringify(after)));
    if (values.length > 0) return values.join(' ');
  }
  return changes.length === 0 ? reasonText(step.reason) : changes.map(({ path }) => path).join(', ');
}
