import type { ServedForward, TraceForward } from '../../model/traffic/trace.ts';

/** A forward with whether its target endpoint was described before. */
export type Described = TraceForward & { readonly isRepeated: boolean };

export function withRepeats(forwards: readonly TraceForward[]): readonly Described[] {
  const seen = new Set<string>();
  return forwards.map((forward) => {
    const to = forward.server?.address;
    const isRepeated = forward.ends === 'loop' || (to !== undefined && seen.has(to));
    if (to !== undefined) seen.add(to);
    return { ...forward, isRepeated };
  });
}

type Shown = Pick<ServedForward, 'url' | 'to' | 'isCertain' | 'ends'>;

/** `may forward to endpoint/shop`, with the reason if the trace ends there. */
export function forwardWords(forward: Shown): string {
  const { url, to, ends } = forward;
  const where = to === undefined || url === undefined ? '' : ` at \`${url}\``;
  const unserved = ends === 'unserved' ? ', which no known endpoint serves' : '';
  return `${verbFor([forward])} to ${targetWords(forward)}${where}${unserved}${ends === 'loop' ? ': a loop' : ''}`;
}

/** All forwards in one phrase, each target once: `may forward to endpoint/api, endpoint/shop`. */
export function forwardsWords(forwards: readonly Shown[]): string {
  const targets = forwards.map((forward) =>
    forward.ends === 'unserved' ? `unserved ${targetWords(forward)}` : targetWords(forward),
  );
  return `${verbFor(forwards)} to ${[...new Set(targets)].join(', ')}`;
}

function verbFor(forwards: readonly Shown[]): string {
  return forwards.every(({ isCertain }) => isCertain) ? 'forwards' : 'may forward';
}

function targetWords({ url, to }: Shown): string {
  if (to !== undefined) return to;
  return url === undefined ? 'a URL known only at run time' : `\`${url}\``;
}
