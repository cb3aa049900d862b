/**
 * The effects of an update on requests: which of them get another outcome. `request` is one of them, as text;
 * `conditions` hold of it and of its caller, and no request shows them, or no request was found.
 */
import type { Json, JsonObject } from '../value.ts';
import type { Unread } from './exposure.ts';
import { readShaped, type ShapedFact } from './shaped-fact.ts';

/** The end of a request. `status` is given where the engine decides it. */
export const outcomeEnds = {
  'kept-out': { by: 'text', status: 'number?' },
  delivered: { to: 'text', status: 'number?' },
  /** An upstream gets the request, and its answer is kept back. */
  'kept-back': { to: 'text' },
  answered: { by: 'text', status: 'number?' },
  redirected: { by: 'text', to: 'text', status: 'number?' },
  /** An action of which the effect is not known ends it. */
  ended: { by: 'text' },
  /** Nothing is behind the resource. */
  'no-upstream': {},
} as const;

export type OutcomeEnd = ShapedFact<typeof outcomeEnds>;

/**
 * `parts` differ of the request as the upstream gets it, or of the response: `request header x-user`, `response body`.
 */
export const outcomeChangeShapes = {
  /** It was kept out, or the upstream learns or trusts more. */
  opens: { request: 'text?', conditions: 'texts', parts: 'texts' },
  /** The policy answers it with something new and constant. */
  page: { request: 'text?', conditions: 'texts', parts: 'texts' },
  closes: { request: 'text?', conditions: 'texts', parts: 'texts' },
  answer: { request: 'text?', conditions: 'texts', parts: 'texts' },
  upstream: { request: 'text?', conditions: 'texts', parts: 'texts' },
  sent: { request: 'text?', conditions: 'texts', parts: 'texts' },
} as const;

type RequestChange = ShapedFact<typeof outcomeChangeShapes> & {
  readonly was: OutcomeEnd;
  readonly will_be: OutcomeEnd;
};

/** The resource gets other requests than before. Without `from` or `to`, a snapshot or the service hides the value. */
export const placeChanges = {
  moved: { field: ['url', 'match', 'bindings'], from: 'text?', to: 'text?' },
} as const;

export type OutcomeChange = RequestChange | ShapedFact<typeof placeChanges>;

export const notComparedReasons = {
  'too-large': {},
  unread: { why: ['snapshot', 'masked', 'unreadable'] satisfies readonly Unread[] },
  /** Fields of which the effect on requests is not computed. */
  fields: { fields: 'texts' },
} as const;

export type NotCompared = ShapedFact<typeof notComparedReasons>;

export type RequestOutcomes =
  | { readonly is: 'same' }
  | {
      readonly is: 'changed';
      /** In the order in which they matter to a reviewer: openings first. */
      readonly changes: readonly OutcomeChange[];
      /** The number of changes that are not listed. */
      readonly more: number;
      /** The part that was not compared. */
      readonly not_compared?: NotCompared;
    }
  | { readonly is: 'not-compared'; readonly not_compared: NotCompared };

/** Reads a change from a document; undefined if it is not one of these facts. */
export function readOutcomeChange(stated: Json): OutcomeChange | undefined {
  const moved = readShaped(placeChanges, stated);
  if (moved !== undefined) return moved;
  const change = readShaped(outcomeChangeShapes, stated);
  if (change === undefined) return undefined;
  const { was: earlier, will_be: willBe } = stated as JsonObject;
  const [before, after] = [earlier ?? null, willBe ?? null].map((end) => readShaped(outcomeEnds, end));
  return before === undefined || after === undefined ? undefined : { ...change, was: before, will_be: after };
}

/** Reads why something was not compared; undefined if it is not one of these facts. */
export function readNotCompared(stated: Json): NotCompared | undefined {
  return readShaped(notComparedReasons, stated);
}
