/** The sentences for a union of facts, by code; `Beside` are further arguments. */
export type Words<F extends { readonly code: string }, Beside extends readonly unknown[] = []> = {
  readonly [Code in F['code']]: (fact: Extract<F, { readonly code: Code }>, ...beside: Beside) => string;
};

/** Makes every sentence of plans, so that a test can replace them for all formats at once. */
export function say<F extends { readonly code: string }, Beside extends readonly unknown[]>(
  words: Words<F, Beside>,
  fact: F,
  ...beside: Beside
): string {
  const tell = words[fact.code as F['code']] as (fact: F, ...beside: Beside) => string;
  return tell(fact, ...beside);
}

/** `` `a`, `b` and 2 more ``. */
export function named(items: readonly string[], more = 0): string {
  const list = items.map((item) => `\`${item}\``).join(', ');
  return more === 0 ? list : `${list} and ${more} more`;
}
