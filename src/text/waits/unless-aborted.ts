/**
 * The result of the work, or of `ended` if the signal comes first, which may throw. The work is not stopped; no one
 * waits for it any more, and its failure is dropped.
 */
export async function unlessAborted<Result, Ended>(
  signal: AbortSignal | undefined,
  work: Promise<Result>,
  ended: () => Ended,
): Promise<Result | Ended> {
  if (signal === undefined) return work;
  let end = (): void => undefined;
  const aborted = new Promise<void>((resolve) => (end = resolve));
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  try {
    // Work that is done already comes first, also where the signal came before.
    return await Promise.race([work, aborted.then(ended)]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** The same with a limit in real time: a server that is slow in its own ways must not hold up the end of a run. */
export async function unlessLate<Result, Ended>(
  milliseconds: number,
  work: Promise<Result>,
  ended: () => Ended,
): Promise<Result | Ended> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), milliseconds);
  try {
    return await unlessAborted(late.signal, work, ended);
  } finally {
    clearTimeout(timer);
  }
}
