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
