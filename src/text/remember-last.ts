/** Caches the last result only: many rules request the same value of one resource in a row. */
export function rememberLast<Key, Answer>(ask: (key: Key) => Answer): (key: Key) => Answer {
  let last: { readonly key: Key; readonly answer: Answer } | undefined;
  return (key) => {
    // `undefined` may be a key, so the key alone does not tell whether there is a result.
    if (last === undefined || last.key !== key) last = { key, answer: ask(key) };
    return last.answer;
  };
}
