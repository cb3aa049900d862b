import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A document that one side refuses and the other accepts. */
export interface Disagreement {
  /** The side that refuses. */
  readonly side: 'api' | 'lint';
  /** The error of the API, or the id of the rule. */
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
