/** Caches the last result only: many rules request the same value of one resource in a row. */
export function rememberLast<Key, Answer>(ask: (key: Key) => Answer): (key: Key) => Answer {
  let last: { readonly key: Key; readonly answer: Answer } | undefined;
  return (key) => {
    // `undefined` may be a key, so the key alone does not tell whether there is a result.
    if (last === undefined || last.key !== key) last = { key, answer: ask(key) };
    return last.answer;
  };
}

/** Keeps the result for each object, which must not change, as long as the object is in use. */
export function rememberEach<Key extends object, Answer>(ask: (key: Key) => Answer): (key: Key) => Answer {
  const answers = new WeakMap<Key, Answer>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined || answers.has(key)) return known as Answer;
    const answer = ask(key);
    answers.set(key, answer);
    return answer;
  };
}
