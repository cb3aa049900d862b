/** The sentences for a union of facts, by code; `Beside` are further arguments, `Said` is what is said. */
export type Words<
  F extends { readonly code: string },
  Beside extends readonly unknown[] = [],
  Said = string,
> = {
  readonly [Code in F['code']]: (fact: FactOf<F, Code>, ...beside: Beside) => Said;
};

/** The members of a union with a code, which may be one of several of a member. */
type FactOf<F, Code> = F extends { readonly code: infer Own } ? (Code extends Own ? F : never) : never;

/** Makes every sentence of plans, so that a test can replace them for all formats at once. */
export function say<F extends { readonly code: string }, Beside extends readonly unknown[], Said = string>(
  words: Words<F, Beside, Said>,
  fact: F,
  ...beside: Beside
): Said {
  const tell = words[fact.code as F['code']] as (fact: F, ...beside: Beside) => Said;
  return tell(fact, ...beside);
}

/** A fact in a document: its code, its data, and its sentence, which is for people only. */
export function said<F extends object>(fact: F, tell: (fact: F) => string): F & { readonly text: string } {
  return { ...fact, text: tell(fact) };
}
