import type { ServedBy } from './trace.ts';

/**
 * The protection of a served request, including that of the endpoints it is forwarded to: `traffic_policy of
 * endpoint/shop`.
 */
export function allProtection({ protection, forwards }: ServedBy): readonly string[] {
  // A loop leads back to an endpoint that is already counted.
  const behind = forwards.flatMap(({ to, ends, protection: theirs }) =>
    ends === 'loop' ? [] : theirs.map((name) => `${name} of ${to}`),
  );
  return [...new Set([...protection, ...behind])];
}
