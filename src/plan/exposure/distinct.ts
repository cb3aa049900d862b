import type { Json } from '../../model/value.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';

/** The facts without duplicates, in order of first occurrence. Facts are plain data. */
export function distinct<T extends object>(facts: readonly T[]): readonly T[] {
  if (facts.length < 2) return facts;
  return [...new Map(facts.map((fact) => [canonicalJson(fact as Json), fact])).values()];
}
