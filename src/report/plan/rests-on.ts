import type { Step } from '../../model/plan.ts';

const mostNamed = 3;

/** What a step comes after, and is not done without: nothing, or a line. */
export function restsOnLines(
  { action, restsOn = [] }: Step,
  named: (address: string) => string = (address) => address,
): readonly string[] {
  // Of a blocked one the reason says it.
  if (restsOn.length === 0 || action === 'blocked') return [];
  const rest = restsOn.length - mostNamed;
  const names = restsOn.slice(0, mostNamed).map(named);
  return [`only after ${[...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')}`];
}
