/**
 * The expression that has the right value: `files.$(domain):8883` for `tls://files.$(domain):8883`. Undefined if more
 * than one part between its variables would change, or a variable itself.
 */
export function aroundVariables(written: string, value: string, meant: string): string | undefined {
  if (written.includes('$$(') || meant.includes('$(')) return undefined;
  const variables = written.match(variable) ?? [];
  const texts = written.split(variable);
  const around = texts.map((text) => `(${text.replaceAll(/[^\w\s]/g, '\\$&')})`).join('([^]*?)');
  const parts = new RegExp(`^${around}$`).exec(value)?.slice(1);
  if (parts === undefined) return undefined;
  const same = sameEnds(value, meant);
  let start = 0;
  // Texts and the values of variables alternate.
  for (const [index, part] of parts.entries()) {
    const end = start + part.length;
    if (index % 2 === 0 && start <= same.start && value.length - same.end <= end) {
      const right = texts.with(index / 2, meant.slice(start, meant.length - (value.length - end)));
      return right.map((text, at) => text + (variables[at] ?? '')).join('');
    }
    start = end;
  }
  return undefined;
}

const variable = /\$\([^()]*\)/g;

/** How many letters two texts share at their starts and at their ends. */
function sameEnds(a: string, b: string): { readonly start: number; readonly end: number } {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return { start, end };
}
