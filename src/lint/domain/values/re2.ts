import { RE2JS, RE2JSSyntaxException } from '@bufbuild/re2';
import { rememberLast } from '../../../text/remember-last.ts';

export interface Re2Problem {
  /** In the library's words: "missing closing )". */
  readonly what: string;
  /** The part that the library names, as far as it can be found; else the whole pattern. */
  readonly start: number;
  readonly end: number;
  /** Whether JavaScript's engine accepts the pattern, as those with lookaround and backreferences. */
  readonly isValidElsewhere: boolean;
}

/** Longer than any realistic pattern; the library takes more than linear time to read one. */
const longest = 500;

/** The last result is kept, because two rules check each pattern in a row. */
export const re2Problem = rememberLast((pattern: string): Re2Problem | undefined => {
  if (pattern.length > longest) return undefined;
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const part = error.input ?? '';
    const start = part === '' ? -1 : pattern.indexOf(part);
    return {
      what: error.error,
      ...(start === -1 ? { start: 0, end: pattern.length } : { start, end: start + part.length }),
      // Counts above 1,000 are a mistake wherever they are read.
      isValidElsewhere: error.error !== 'invalid repeat count' && isJavaScript(pattern),
    };
  }
});

function isJavaScript(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
