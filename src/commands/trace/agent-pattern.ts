/** No pattern that people write for user agents is as long; compiling one costs what its length costs. */
const longest = 500;

/** Matches a user agent with patterns of the filter: RE2, in linear time whatever a pattern says. */
export async function agentPatterns(): Promise<(pattern: string, text: string) => boolean | undefined> {
  const { RE2JS } = await import('@bufbuild/re2');
  return (pattern, text) => {
    if (pattern.length > longest) return undefined;
    try {
      return RE2JS.compile(pattern).test(text);
    } catch {
      // It is not a pattern: lint says so.
      return undefined;
    }
  };
}
