/** The first part of a pattern that RE2 rejects. `unsupported`: other engines accept it. `malformed`: none does. */
export interface Re2Problem {
  readonly kind: 'malformed' | 'unsupported';
  /** A clause: "the group is never closed", "lookahead". */
  readonly what: string;
  readonly start: number;
  readonly end: number;
}

export function malformedRe2(what: string, start: number, end: number): Re2Problem {
  return { kind: 'malformed', what, start, end };
}

export function unsupported(what: string, start: number, end: number): Re2Problem {
  return { kind: 'unsupported', what, start, end };
}
