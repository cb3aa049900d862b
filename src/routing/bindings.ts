import type { Spec } from '../model/value.ts';
import { textsOf } from '../text/json/texts-of.ts';

/** Everyone on the internet can reach an endpoint with it; other bindings are networks of one's own. */
export const publicBinding = 'public';

/** The bindings of an endpoint; the service fills in an empty list with the observed default. */
export function bindingsOf({ bindings }: Spec): readonly string[] {
  const named = textsOf(bindings);
  return named.length === 0 ? [publicBinding] : named;
}

/** Whether everyone can reach it. Only endpoints have bindings. */
export function isPublic(spec: Spec): boolean {
  return bindingsOf(spec).includes(publicBinding);
}
