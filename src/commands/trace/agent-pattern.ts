/** Maximum pattern length, longer than any realistic one; the cost of compiling grows with the length. */
const longest = 500;

/** Matches a user agent with the patterns of the filter by RE2, in linear time for any pattern. */
export async function agentPatterns(): Promise<(pattern: string, text: string) => boolean | undefined> {
  const { RE2JS } = await import('@bufbuild/re2');
  return (pattern, text) => {
    if (pattern.length > longest) return undefined;
    try {
      return RE2JS.compile(pattern).test(text);
    } catch {
      // An invalid pattern, which lint reports.
      return undefined;
    }
  };
}
