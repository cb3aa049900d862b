/**
 * Questions about the caller and the world, which a request that is not given leaves open. The same name is the same
 * question wherever it is asked.
 */
import type { EffectInput } from '../../effects/effect.ts';
import { Term, type Ask, termOf } from '../term.ts';
import { type Knowable, isUnknownValue } from '../../../model/traffic/unknown.ts';

/** Asks whether what the name says is true, of the caller or of the world. */
export function isTrue(input: Pick<EffectInput, 'ask'>, name: string, of: readonly unknown[] = []): boolean {
  const ask = askOf(input);
  return ask({
    is: 'true',
    of: new Term(ask, name, { ...(of.length === 0 ? {} : { args: of }), type: 'bool' }),
  });
}

/** Asks whether the service behaves so, where the API documents nothing. */
export function behaves(input: Pick<EffectInput, 'ask'>, of: string): boolean {
  return askOf(input)({ is: 'behaviour', of });
}

/** The question whether a target does not answer. */
export function noAnswerOf(url: string): string {
  return `no answer of ${url}`;
}

/** The function that answers questions. Throws where the request is given, because nothing is open then. */
export function askOf({ ask }: Pick<EffectInput, 'ask'>): Ask {
  if (ask === undefined) throw new Error('the request is given');
  return ask;
}

/** A value of the caller or of the world. */
export function variable(input: Pick<EffectInput, 'ask'>, name: string, type = 'any'): Term {
  return new Term(askOf(input), name, { type });
}

/** The name of a value: equal values have the same. */
export function keyOfKnowable(value: Knowable<unknown>): string {
  return isUnknownValue(value) ? (termOf(value.unknown)?.key ?? value.unknown.of) : JSON.stringify(value);
}

/** The value, or the term that stands for one that is not known. */
export function knownOrTerm(value: Knowable<unknown>): unknown {
  return isUnknownValue(value) ? (termOf(value.unknown) ?? value.unknown.of) : value;
}
