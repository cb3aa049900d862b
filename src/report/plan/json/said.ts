/** A fact in a document: its code, its data, and its sentence, which is for people only. */
export function said<F extends object>(fact: F, tell: (fact: F) => string): F & { readonly text: string } {
  return { ...fact, text: tell(fact) };
}
