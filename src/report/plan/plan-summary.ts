import type { Plan, Step, StepAction } from '../../model/plan.ts';
import { inertLine } from '../text/inert.ts';
import { paragraph, type Page } from './text/plan-page.ts';
import { sentSecretsLine } from './sent-secrets.ts';

const counted: readonly (readonly [StepAction, words: string])[] = [
  ['create', 'to create'],
  ['update', 'to update'],
  ['delete', 'to delete'],
  ['retire', 'to retire'],
  ['adopt', 'to adopt'],
  ['forget', 'to forget'],
  ['drift', 'held'],
  ['blocked', 'blocked'],
];

/** `1 to create, 2 to update, 1 blocked; 28 unchanged`. */
export function planSummary(plan: Plan, shown: readonly Step[]): string {
  if (shown.length === 0) return nothingLine(plan);
  const renamed = shown.filter(({ action }) => action === 'keep').length;
  const counts = counted.flatMap(([action, words]) =>
    plan.summary[action] === 0 ? [] : [`${plan.summary[action]} ${words}`],
  );
  if (renamed > 0) counts.push(`${renamed} renamed`);
  return `${counts.join(', ')}; ${plan.summary.keep - renamed} unchanged`;
}

/** Says no more than was looked at. */
function nothingLine({ notes }: Plan): string {
  if (notes.some(({ topic }) => topic === 'filter')) return 'no changes in what --only lets through';
  const isChangedOutside = notes.some(({ topic }) => topic === 'undeclared-drift');
  const unseen = notes.reduce(
    (sum, { topic, values }) => sum + (topic === 'secret' ? (values?.length ?? 1) : 0),
    0,
  );
  if (unseen > 0) {
    const values = unseen === 1 ? '1 value was' : `${unseen} values were`;
    const outside = isChangedOutside ? '; what the files leave open was changed outside' : '';
    return `no changes in what could be compared; ${values} not${outside}`;
  }
  if (isChangedOutside)
    return 'no changes: what the files say is live; what they leave open was changed outside';
  if (notes.some(({ topic }) => topic === 'server-form'))
    return 'no changes: the service keeps another form of what the files say';
  return 'no changes: what is live is what the files say';
}

/** What the reader can do now, the most pressing first; the user's words in backticks. */
export function advice(
  plan: Plan,
  shown: readonly Step[],
  next: string | undefined,
): { readonly next?: string; readonly sentences: readonly string[] } {
  const { refusals } = plan;
  const does = shown.some(({ action }) => action !== 'blocked' && action !== 'drift');
  const sentences: string[] = [];
  if (refusals.length > 0)
    sentences.push('nothing will be applied until each refusal above is mended or overridden');
  if (shown.some(({ action }) => action === 'blocked')) {
    sentences.push(
      'a blocked step waits for a person: see "To resolve" under it; the other steps do not wait for it',
    );
  }
  const held = shown.filter(({ action }) => action === 'drift');
  if (held.some(({ since }) => since !== undefined)) {
    sentences.push(
      'what was changed outside is left as it is until the files, an approval or `drift: revert` decide',
    );
  } else if (held.length > 0) {
    // Of a run that is taken back, where no file decides.
    sentences.push('what was changed again is left as it is: what takes it back stands under it');
  }
  const secrets = sentSecretsLine(plan);
  if (secrets !== undefined) sentences.push(secrets);
  return { ...(refusals.length === 0 && does && next !== undefined ? { next } : {}), sentences };
}

/** The same for a terminal. */
export function nextLines(
  plan: Plan,
  shown: readonly Step[],
  { page, next }: { readonly page: Page; readonly next: string | undefined },
): readonly string[] {
  const { next: command, sentences } = advice(plan, shown, next);
  const lines = sentences.flatMap((line) => paragraph(line, 0, page));
  // Never broken: it is there to be pasted.
  return command === undefined ? lines : [`next: ${inertLine(command)}`, ...lines];
}
