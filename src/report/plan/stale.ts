import { inertLine } from '../text/inert.ts';

interface StalePlan {
  readonly stale: readonly { readonly address: string; readonly reasons: readonly string[] }[];
  /** What is written otherwise now, beside that. */
  readonly rewritten: readonly string[];
}

const mostNamed = 10;

/** What of a saved plan does not hold any more, and why. */
export function staleText({ stale, rewritten }: StalePlan): string {
  const lines = stale.flatMap(({ address, reasons }) =>
    reasons.map((reason) => `stale: ${inertLine(address)}: ${inertLine(reason)}`),
  );
  return `${[...lines, ...rewrittenLines(rewritten)].join('\n')}\n`;
}

function rewrittenLines(rewritten: readonly string[]): readonly string[] {
  if (rewritten.length === 0) return [];
  const rest = rewritten.length - mostNamed;
  const names = rewritten.slice(0, mostNamed).map(inertLine).join(', ');
  const more = rest > 0 ? ` and ${rest} more` : '';
  return [`stale: the files say something else now of what is not in the plan: ${names}${more}`];
}
