import type { Switches } from '../service/switches.ts';
import type { Violation } from './oracle.ts';

interface Open {
  readonly law: Violation['law'];
  readonly of?: (switches: Partial<Switches>) => boolean;
  readonly why: string;
}

/** What is known and not fixed yet. A line goes when its fix is there; nothing is added for what is new. */
const open: readonly Open[] = [
  { law: 'one owner', why: 'one environment pulls and adopts what another one made' },
];

export function isOpen({ law }: Violation, switches: Partial<Switches>): boolean {
  return open.some((each) => each.law === law && (each.of === undefined || each.of(switches)));
}
