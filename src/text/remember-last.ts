/** Caches the last result only: many rules request the same value of one resource in a row. */
export function rememberLast<Key, Answer>(ask: (key: Key) => Answer): (key: Key) => Answer {
  return rememberLatest(1, ask);
}

/** Caches the results of the keys that were asked for last, `most` of them. */
export function rememberLatest<Key, Answer>(most: number, ask: (key: Key) => Answer): (key: Key) => Answer {
  return rememberAlike(most, (key) => key, ask);
}

/** The same for subjects that are alike in all that counts, which `keyOf` tells. */
export function rememberAlike<Subject, Answer>(
  most: number,
  keyOf: (subject: Subject) => unknown,
  ask: (subject: Subject) => Answer,
): (subject: Subject) => Answer {
  // A map keeps the order in which its keys were added: the first was asked for longest ago.
  const answers = new Map<unknown, Answer>();
  let latest: { readonly key: unknown; readonly answer: Answer } | undefined;
  return (subject) => {
    const key = keyOf(subject);
    if (latest !== undefined && latest.key === key) return latest.answer;
    const isKnown = answers.has(key);
    const answer = isKnown ? (answers.get(key) as Answer) : ask(subject);
    if (isKnown) answers.delete(key);
    else if (answers.size >= most) answers.delete(answers.keys().next().value);
    answers.set(key, answer);
    latest = { key, answer };
    return answer;
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
