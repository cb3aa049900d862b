import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** One that says no where the other says yes. */
export interface Disagreement {
  /** Who says no. */
  readonly side: 'api' | 'lint';
  /** What the API says, or the rule. */
  readonly says: string;
  /** The mistake it is about. */
  readonly of: string;
}

export interface Reason {
  readonly side: Disagreement['side'];
  /** A pattern. */
  readonly says: string;
  /** A pattern; absent: of any mistake. */
  readonly of?: string;
  readonly why: string;
}

/** Why the two may differ, each with what it excuses. */
export const reasons = parse(
  readFileSync(new URL('reasons.yaml', import.meta.url), 'utf8'),
) as readonly Reason[];

/** The reason that excuses a disagreement. */
export function reasonFor({ side, says, of }: Disagreement): Reason | undefined {
  return reasons.find(
    (reason) =>
      reason.side === side &&
      new RegExp(reason.says).test(says) &&
      (reason.of === undefined || new RegExp(reason.of).test(of)),
  );
}
