/** The result of one call for all callers. */
export function onceOnly<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => (made ??= make());
}
