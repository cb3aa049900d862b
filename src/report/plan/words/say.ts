/** The sentence of each fact of a union, by its code. */
export type Words<F extends { readonly code: string }> = {
  readonly [Code in F['code']]: (fact: Extract<F, { readonly code: Code }>) => string;
};

/** All sentences of plans are made here: what a test rewords, it rewords for every format. */
export function say<F extends { readonly code: string }>(words: Words<F>, fact: F): string {
  const tell = words[fact.code as F['code']] as (fact: F) => string;
  return tell(fact);
}

/** `` `a`, `b` and 2 more ``. */
export function named(items: readonly string[], more = 0): string {
  const list = items.map((item) => `\`${item}\``).join(', ');
  return more === 0 ? list : `${list} and ${more} more`;
}
