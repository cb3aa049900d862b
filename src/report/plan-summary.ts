import type { Plan, Step, StepAction } from '../model/plan.ts';
import { paragraph, type Page } from './plan-page.ts';

const counted: readonly (readonly [StepAction, words: string])[] = [
  ['create', 'to create'],
  ['update', 'to update'],
  ['delete', 'to delete'],
  ['retire', 'to retire'],
  ['adopt', 'to adopt'],
  ['forget', 'to forget'],
  ['hold', 'held'],
  ['blocked', 'blocked'],
];

/** `1 to create, 2 to update, 1 blocked; 28 unchanged`. */
export function summaryLine(plan: Plan, shown: readonly Step[]): string {
  if (shown.length === 0) return 'no changes: what is live is what the files say';
  const renamed = shown.filter(({ action }) => action === 'keep').length;
  const counts = counted.flatMap(([action, words]) =>
    plan.summary[action] === 0 ? [] : [`${plan.summary[action]} ${words}`],
  );
  if (renamed > 0) counts.push(`${renamed} renamed`);
  return `${counts.join(', ')}; ${plan.summary.keep - renamed} unchanged`;
}

/** What the reader can do now, the most pressing first. */
export function nextLines(
  { refusals, environment }: Plan,
  shown: readonly Step[],
  page: Page,
): readonly string[] {
  const does = shown.some(({ action }) => action !== 'blocked' && action !== 'hold');
  const lines: string[] = [];
  if (refusals.length > 0) {
    lines.push('nothing will be applied until each refusal above is mended or overridden');
  } else if (does) {
    lines.push(`next: edgewright apply --env ${environment}`);
  }
  if (shown.some(({ action }) => action === 'blocked')) {
    lines.push(
      'a blocked step waits for a person: its ways out stand under it; the other steps do not wait for it',
    );
  }
  if (shown.some(({ action }) => action === 'hold')) {
    lines.push(
      'what was changed outside is left as it is until the files, a consent or `drift: restore` decide',
    );
  }
  if (shown.some(({ missingSecrets }) => missingSecrets.length > 0)) {
    lines.push('set the missing secrets before apply: EDGEWRIGHT_SECRET_<NAME>, or a file in --secrets-dir');
  }
  return lines.flatMap((line) => paragraph(line, 0, page));
}
