import { inertLine } from '../text/inert.ts';

interface Differing {
  readonly bound: readonly string[];
  readonly steps: readonly {
    readonly address: string;
    readonly was?: string;
    readonly is?: string;
    readonly reasons: readonly string[];
  }[];
}

/** What differs between two saved plans, the whole first. */
export function planDiffText({ bound, steps }: Differing): string {
  if (bound.length === 0 && steps.length === 0) return 'the two plans do the same\n';
  const blocks = [
    ...(bound.length === 0
      ? []
      : [['bound to something else', ...bound.map((text) => `  - ${inertLine(text)}`)]]),
    ...steps.map(({ address, was = 'nothing', is = 'nothing', reasons }) => [
      `${inertLine(address)}  ${was === is ? was : `${was} -> ${is}`}`,
      ...reasons.map((reason) => `  - ${inertLine(reason)}`),
    ]),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
