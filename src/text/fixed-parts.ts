/** The parts of a text between the fixed parts; undefined if these do not occur in order. */
export function betweenFixedParts(text: string, fixed: readonly string[]): readonly string[] | undefined {
  const [first = '', ...rest] = fixed;
  if (!text.startsWith(first)) return undefined;
  const last = rest.pop();
  if (last === undefined) return text === first ? [] : undefined;
  const found: string[] = [];
  let at = first.length;
  for (const part of rest) {
    const end = text.indexOf(part, at + 1);
    if (end === -1) return undefined;
    found.push(text.slice(at, end));
    at = end + part.length;
  }
  if (!text.endsWith(last) || text.length - last.length < at) return undefined;
  return [...found, text.slice(at, text.length - last.length)];
}
