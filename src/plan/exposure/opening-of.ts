import { type OpenWays, type OpenWay, anyTarget } from '../../simulate/unknown/ways.ts';
import { isOnUrl, mayBeRefused } from './refused-urls.ts';
import type { Opening } from './opening.ts';
import { type OldPolicy, comparedAddress } from './compared-ways.ts';
import { headerBetween } from './opened-header.ts';
import { noAnswerOf } from '../../simulate/unknown/effects/questions.ts';
import type { Atom } from '../../simulate/unknown/term.ts';
import { isUnknownValue } from '../../model/traffic/unknown.ts';

/** The difference by which the second way is more open; undefined if it is not. */
export function openingOf(oldWay: OpenWay, willBe: OpenWay, old: OldPolicy): Difference | undefined {
  const { end } = willBe;
  if (end.is === 'kept-out') return undefined;
  if (oldWay.end.is === 'kept-out' || oldWay.end.is === 'ended') {
    if (isSameEnd(oldWay.end, end) || (!isDocumented(oldWay) && asksMore(oldWay, willBe))) return undefined;
    return isOfPolicy(end) && !carriesMore(willBe, oldWay, old) ? undefined : { kind: 'request' };
  }
  if (end.is !== 'delivered') return undefined;
  if (oldWay.end.is === 'answered' || oldWay.end.is === 'redirected')
    return isGuarded(end.to, willBe, old) ? { kind: 'request' } : undefined;
  if (!oldWay.end.isAnswered && end.isAnswered) return { kind: 'answer' };
  // Nothing answered it, and others reached the upstream.
  const isUnserved = oldWay.end.to === comparedAddress && end.to !== comparedAddress;
  if (isUnserved && isReached(end.to, old) && !isUnanswered(end.to, oldWay)) return { kind: 'request' };
  if (end.to.startsWith(anyTarget) && !isReached(end.to, old)) return { kind: 'target' };
  const header = headerBetween(oldWay.headers, willBe.headers, isAnybody(willBe));
  if (header !== undefined) return { kind: 'header', header };
  return isNewUrl(oldWay, willBe, old) ? { kind: 'url' } : undefined;
}

type Difference = Pick<Opening, 'kind' | 'header'>;

/** Whether the upstream gets another URL, which may be one that is kept from it. */
function isNewUrl(oldWay: OpenWay, { url, made, when }: OpenWay, old: OpenWays): boolean {
  if (oldWay.url === url || !doesReadUrl(old)) return false;
  return made === undefined || mayBeRefused(made, [...oldWay.when, ...when], old);
}

function doesReadUrl({ ways }: OpenWays): boolean {
  return ways.some(({ end, when }) => end.is === 'kept-out' && when.some(isOnUrl));
}

/** Whether it got to the upstream, which did not answer. */
function isUnanswered(upstream: string, { when }: OpenWay): boolean {
  return when.some(({ atom, holds }) => holds && atom.is === 'true' && atom.of.name === noAnswerOf(upstream));
}

function isReached(upstream: string, { ways }: OpenWays): boolean {
  return ways.some(({ end }) => end.is === 'delivered' && end.to === upstream);
}

/**
 * Whether some clients reach an upstream today, and those that take the way do not, whatever URL they ask for. An
 * upstream that no way reaches yet is as new as one that is created.
 */
function isGuarded(upstream: string, { when }: OpenWay, { ways }: OpenWays): boolean {
  const known = new Map(when.map(({ key, holds }) => [key, holds]));
  const others = ways.filter(({ end }) => end.is === 'delivered' && end.to === upstream);
  return (
    others.length > 0 &&
    others.every((way) => way.when.some(({ atom, key, holds }) => !isOfUrl(atom) && known.get(key) !== holds))
  );
}

/** A client asks for another URL, or with another method, as it likes. */
function isOfUrl(atom: Atom): boolean {
  return atom.is !== 'behaviour' && /^(?:req\.url|req\.method|query )/.test(atom.of.name);
}

function isSameEnd(oldEnd: OpenWay['end'], willBe: OpenWay['end']): boolean {
  return oldEnd.is === 'ended' && willBe.is === 'ended' && oldEnd.by === willBe.by;
}

/** Whether it is documented that what kept the request out does so. */
function isDocumented({ when }: OpenWay): boolean {
  return when.at(-1)?.atom.is !== 'behaviour';
}

/**
 * Whether the same guard wants more of a request now: a list instead of an empty one, which may have refused all, is
 * stricter.
 */
function asksMore(oldWay: OpenWay, willBe: OpenWay): boolean {
  const { end } = oldWay;
  const isThere = 'by' in end && willBe.events.some((event) => 'by' in event && event.by === end.by);
  const known = new Set(oldWay.when.map(({ key }) => key));
  return (
    isThere && willBe.when.some(({ atom, key, holds }) => holds && atom.is !== 'behaviour' && !known.has(key))
  );
}

function isOfPolicy({ is: kind }: OpenWay['end']): boolean {
  return kind === 'answered' || kind === 'redirected';
}

/**
 * Whether an answer or a redirect of the policy itself is more than a new constant: it has something in it that the
 * world answered, or it is what others got before, or the policy had its text behind what ended all; or a call on the
 * way writes.
 */
function carriesMore(willBe: OpenWay, oldWay: OpenWay, { texts, ways }: OldPolicy): boolean {
  const { end, response, calls } = willBe;
  if (end.is === 'redirected' && isTelling(end.to)) return true;
  if (end.is === 'answered' && (isUnknownValue(end.body) || (end.body !== '' && texts.has(end.body))))
    return true;
  const made = new Set(oldWay.calls.map(({ text }) => text));
  return (
    calls.some(({ text, isWriting }) => isWriting && !made.has(text)) ||
    ways.some((way) => way.end.is === end.is && isSameResponse(way.response, response))
  );
}

function isSameResponse(response: OpenWay['response'], other: OpenWay['response']): boolean {
  return response.size === other.size && [...response].every(([part, text]) => other.get(part) === text);
}

/** Whether the target of a redirect has a secret in it, or something that the world answered. */
function isTelling(target: string): boolean {
  return /\b(?:secret|response of) /.test(target);
}

/** Whether nothing vouches for who takes a way. */
function isAnybody({ when }: OpenWay): boolean {
  return !when.some(({ atom, holds }) => holds && (atom.is === 'true' || atom.is === 'within'));
}
