/** Many rules ask the same question of one resource in a row: the last answer is kept, and nothing else. */
export function rememberLast<Key, Answer>(ask: (key: Key) => Answer): (key: Key) => Answer {
  let last: { readonly key: Key; readonly answer: Answer } | undefined;
  return (key) => {
    // `undefined` may be what is asked about, so that a key alone does not tell that an answer is there.
    if (last === undefined || last.key !== key) last = { key, answer: ask(key) };
    return last.answer;
  };
}
