import type { Drift } from '../../model/drift.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import { isGone, type Step } from '../../model/plan/step.ts';
import { stepsByGroup } from './plan-groups.ts';
import type { PlanView } from './plan-view.ts';
import { noteSection, testSection } from './section.ts';
import { stepView, type StepSetting } from './step-view.ts';
import { goneText } from './verdict.ts';
import { capitalized } from '../../text/words/capitalized.ts';

/** Drift with the sections of all formats. */
export interface DriftView extends Pick<PlanView, 'title' | 'steps' | 'tests' | 'notes'> {
  /** The meaning of the drift, in full sentences. */
  readonly verdict: string;
}

/** Drift has no gates, routing changes or base. */
const setting: Omit<StepSetting, 'names'> = { refusals: new Map(), served: new Map(), base: undefined };

export function driftView(drift: Drift): DriftView {
  return {
    title: titleOf(drift),
    steps: stepsByGroup(drift.steps).map((step) => stepView(step, { ...setting, names: drift.names ?? {} })),
    tests: testSection({ changed: drift.tests ?? [] }, 'is'),
    notes: noteSection('Notes', drift.notes),
    verdict: driftVerdict(drift),
  };
}

/** `Drift of production: 2 of 12 objects drifted`. */
function titleOf({ environment, objects, untouched, settled }: Drift): string {
  const open = objects - untouched - settled;
  return `Drift of ${environment}: ${open} of ${objects} ${objects === 1 ? 'object' : 'objects'} drifted`;
}

function driftVerdict(drift: Drift): string {
  const unknownCount = drift.steps.filter(({ unknown }) => unknown !== undefined).length;
  if (unknownCount === 0) return settledVerdict(drift);
  const outcomes = unknownCount === 1 ? '1 outcome is' : `${unknownCount} outcomes are`;
  return `${settledVerdict(drift)} ${outcomes} unknown: what may have been created is not checked until it is resolved.`;
}

function settledVerdict({ objects, untouched, settled, steps: all, notes }: Drift): string {
  const steps = all.filter(({ unknown }) => unknown === undefined);
  const open = objects - untouched - settled;
  const also =
    settled === 0
      ? ''
      : ` ${settled} ${settled === 1 ? 'object' : 'objects'} changed outside Edgewright to what the files declare.`;
  if (open > 0) return `${keptText(steps)}${also}`;
  const isElsewhere =
    steps.some(({ action }) => action !== 'forget') || notes.some(({ topic }) => topic === 'orphan');
  if (isElsewhere) return `Objects outside the ledger changed.${also}`;
  const failing = notes.filter(({ topic }) => topic === 'sent-test').length;
  if (failing > 0)
    return `Every object is as recorded, and ${failing} ${failing === 1 ? 'test of requests fails' : 'tests of requests fail'}.${also}`;
  if (settled > 0) return `No drift.${also}`;
  return objects === 0
    ? 'No drift: the ledger is empty.'
    : 'No drift: every object is as Edgewright last wrote it.';
}

/** The part of the drift that the next apply keeps: all, some, or none. */
function keptText(steps: readonly Step[]): string {
  const isUndone = ({ reason }: Step): boolean => undone.has(reason.code);
  const kept = steps.filter((step) => !isUndone(step) && step.action !== 'forget');
  const isReverting = steps.some(isUndone);
  if (isReverting && kept.length === 0) return 'The next apply reverts it.';
  const reverts = isReverting ? 'The next apply reverts what says so; ' : '';
  const isOnlyGone = kept.length > 0 && kept.every(isGone);
  if (isOnlyGone) return asSentence(`${reverts}${goneText}`);
  const rest = kept.some(isGone) ? `; ${goneText}` : '';
  return asSentence(
    `${reverts}${isReverting ? 'all else' : 'drift'} is kept until it is pulled or reverted${rest}`,
  );
}

function asSentence(text: string): string {
  return `${capitalized(text)}.`;
}

const undone: ReadonlySet<string> = new Set<StepReason['code']>([
  'reverted-by-rule',
  'reverted-by-approval',
  'recreated-by-approval',
]);
