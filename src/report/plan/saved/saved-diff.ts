import type { BoundDifference, StaleReason } from '../../../model/facts/stale.ts';
import { inertLine } from '../../text/inert.ts';
import { boundText, staleReasonText } from '../words/stale-words.ts';

interface PlanDifference {
  readonly bound: readonly BoundDifference[];
  readonly steps: readonly {
    readonly address: string;
    readonly was?: string;
    readonly is?: string;
    readonly reasons: readonly StaleReason[];
  }[];
}

/** The differences between two saved plans, first those of the whole plan. */
export function planDiffText({ bound, steps }: PlanDifference): string {
  if (bound.length === 0 && steps.length === 0) return 'the two plans do the same\n';
  const blocks = [
    ...(bound.length === 0
      ? []
      : [['bound to something else', ...bound.map((one) => `  - ${inertLine(boundText(one))}`)]]),
    ...steps.map(({ address, was = 'nothing', is = 'nothing', reasons }) => [
      `${inertLine(address)}  ${was === is ? was : `${was} -> ${is}`}`,
      ...reasons.map((reason) => `  - ${inertLine(staleReasonText(reason))}`),
    ]),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
