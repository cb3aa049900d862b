import type { ExposureFact } from '../../../model/facts/exposure.ts';
import type { NotCompared, OutcomeChange, OutcomeEnd } from '../../../model/facts/request-outcomes.ts';
import type { Step } from '../../../model/plan/step.ts';
import { type Names, withNamedIds } from '../named-ids.ts';
import { conditionsText, unreadText } from './exposure-words.ts';
import { say, type Words } from './say.ts';
import { named } from '../../../text/words/list-words.ts';

/**
 * The effect of a step on requests, in the words that all formats share: at most `most` changes and the number of the
 * others. A change that a reason of the exposure names is left out. Empty for a step without such an effect.
 */
export function outcomeTexts(
  { outcomes, exposure }: Step,
  most: number,
  names: Names = {},
): readonly string[] {
  if (outcomes === undefined) return [];
  if (outcomes.is === 'same') return ['no request gets another outcome'];
  if (outcomes.is === 'not-compared') return [notComparedText(outcomes.not_compared)];
  const { changes, more, not_compared: notCompared } = outcomes;
  const open = changes.filter(
    (change) => !(exposure?.reasons ?? []).some((reason) => isSaid(change, reason)),
  );
  const rest = Math.max(0, open.length - most) + more;
  return [
    ...open.slice(0, most).map((change) => outcomeChangeText(change, names)),
    ...(rest === 0 ? [] : [`(${rest} more)`]),
    ...(notCompared === undefined ? [] : [notComparedText(notCompared)]),
  ];
}

/** Whether a reason names the change: the same request, or the same part at the same upstream. */
function isSaid(change: OutcomeChange, reason: ExposureFact): boolean {
  if (change.code !== 'opens') return false;
  const { request, conditions, parts, was: before, will_be: willBe } = change;
  // A reason does not name the upstream of the resource itself.
  const isTo = (to: string | undefined): boolean => to === undefined || ('to' in willBe && willBe.to === to);
  if (reason.code === 'let-in') {
    if (!isTo(reason.to) || reason.request !== request || !('by' in before) || before.by !== reason.by)
      return false;
    return request !== undefined || reason.conditions.join() === conditions.join();
  }
  if (reason.code === 'answer-shown')
    return isTo(reason.to) && reason.request === request && before.code === 'kept-back';
  if (reason.code === 'header-opened')
    return isTo(reason.to) && parts.includes(`request header ${reason.header}`);
  return reason.code === 'url-changed' && isTo(reason.to) && parts.includes('url');
}

/** One change, without a final period. `names` are those of backends and IP policies, by id. */
export function outcomeChangeText(change: OutcomeChange, names: Names = {}): string {
  if (change.code === 'moved') return movedText(change);
  const { request, conditions, parts, was: before, will_be: after } = withNamedIds(change, names);
  const of = request === undefined ? 'a request' : `\`${request}\``;
  const subject = `${of}${conditionsText(conditions)}:`;
  if (parts.length > 0) return `${subject} ${partsText(parts, after)}`;
  return `${subject} ${say(wasWords, before)}, ${say(willBeWords, after)}`;
}

const wasWords: Words<OutcomeEnd> = {
  'kept-out': ({ by, status }) =>
    status === undefined ? `was kept out by \`${by}\`` : `was ${status} from \`${by}\``,
  delivered: ({ to, status }) =>
    status === undefined ? `reached \`${to}\`` : `was ${status} from \`${to}\``,
  'kept-back': ({ to }) => `reached \`${to}\`, whose answer was kept back`,
  answered: ({ by, status }) =>
    status === undefined ? `was answered by \`${by}\`` : `was ${status} from \`${by}\``,
  redirected: ({ to, status }) =>
    status === undefined ? `was redirected to \`${to}\`` : `was ${status} to \`${to}\``,
  ended: ({ by }) => `was ended by \`${by}\``,
  'no-upstream': () => 'reached no upstream',
};

const willBeWords: Words<OutcomeEnd> = {
  'kept-out': ({ by, status }) =>
    status === undefined ? `will be kept out by \`${by}\`` : `will be ${status} from \`${by}\``,
  delivered: ({ to, status }) =>
    status === undefined ? `will reach \`${to}\`` : `will be ${status} from \`${to}\``,
  'kept-back': ({ to }) => `will reach \`${to}\`, whose answer is kept back`,
  answered: ({ by, status }) =>
    status === undefined ? `will be answered by \`${by}\`` : `will be ${status} from \`${by}\``,
  redirected: ({ to, status }) =>
    status === undefined ? `will be redirected to \`${to}\`` : `will be ${status} to \`${to}\``,
  ended: ({ by }) => `will be ended by \`${by}\``,
  'no-upstream': () => 'will reach no upstream',
};

const ofResponse = 'response ';

/** The parts of the request at the upstream, and of the response, that differ. */
function partsText(parts: readonly string[], end: OutcomeEnd): string {
  const [calls, messages] = [
    parts.filter((part) => part === 'call'),
    parts.filter((part) => part !== 'call'),
  ];
  const responses = messages.filter((part) => part.startsWith(ofResponse));
  const requests = messages.filter((part) => !part.startsWith(ofResponse));
  const receiver = 'to' in end ? `\`${end.to}\`` : 'the upstream';
  return [
    ...(requests.length === 0 ? [] : [`${receiver} gets a different request (${listed(requests)})`]),
    ...(responses.length === 0 ? [] : [`the response changes (${listed(responses)})`]),
    ...(calls.length === 0 ? [] : ['the policy calls other services, or sends them something else']),
  ].join('; ');
}

/** `header x-user`, `body`. */
function listed(parts: readonly string[]): string {
  return parts
    .map((part) => part.replace(/^(?:request|response) /, ''))
    .map((part) => part.replace(/^header (.*)$/s, 'header `$1`'))
    .join(', ');
}

function movedText({ field, from, to }: Extract<OutcomeChange, { readonly code: 'moved' }>): string {
  const [former, next] = [from, to].map((value) => (value === undefined ? undefined : `\`${value}\``));
  if (field === 'bindings')
    return `clients of the ${former === undefined ? 'former bindings' : `bindings ${former}`} no longer get here; those of ${next ?? 'the default of the service'} do`;
  return `requests of ${former ?? `the former \`${field}\``} are no longer served here; those of ${next ?? `the new \`${field}\``} are`;
}

/** Why requests, or some of them, were not compared. */
export function notComparedText(why: NotCompared): string {
  return say(notComparedWords, why);
}

const notComparedWords: Words<NotCompared> = {
  'too-large': () => 'requests are not compared: the policy is too large',
  unread: ({ why }) => `requests are not compared: ${unreadText(why)}`,
  fields: ({ fields }) => `the effect on requests is not computed for ${named(fields)}`,
};
