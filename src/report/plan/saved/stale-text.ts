import type { StaleReason } from '../../../model/facts/stale.ts';
import { inertLine } from '../../text/inert.ts';
import { staleReasonText } from '../words/stale-words.ts';

interface StalePlan {
  readonly stale: readonly { readonly address: string; readonly reasons: readonly StaleReason[] }[];
  /** Other resources whose declaration has changed since. */
  readonly rewritten: readonly string[];
}

const mostNamed = 10;

/** The stale steps of a saved plan, with reasons. */
export function staleText({ stale, rewritten }: StalePlan): string {
  const lines = stale.flatMap(({ address, reasons }) =>
    reasons.map((reason) => `stale: ${inertLine(address)}: ${inertLine(staleReasonText(reason))}`),
  );
  return `${[...lines, ...rewrittenLines(rewritten)].join('\n')}\n`;
}

function rewrittenLines(rewritten: readonly string[]): readonly string[] {
  if (rewritten.length === 0) return [];
  const rest = rewritten.length - mostNamed;
  const names = rewritten.slice(0, mostNamed).map(inertLine).join(', ');
  const more = rest > 0 ? ` and ${rest} more` : '';
  return [`stale: the files changed for resources that are not in the plan: ${names}${more}`];
}
