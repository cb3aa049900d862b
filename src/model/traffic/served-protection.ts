import type { Served } from './trace.ts';

/** What protects it, and behind a forward the endpoint that it leads to: `traffic_policy of endpoint/shop`. */
export function allProtection({ protection, forwards }: Served): readonly string[] {
  // A loop leads to what was counted before.
  const behind = forwards.flatMap(({ to, ends, protection: theirs }) =>
    ends === 'loop' ? [] : theirs.map((name) => `${name} of ${to}`),
  );
  return [...new Set([...protection, ...behind])];
}
