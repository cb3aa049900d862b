import type { Address } from '../model/workspace.ts';

/** What `--only` can tell apart. */
interface Labelled {
  readonly address: Address;
  readonly labels: Readonly<Record<string, string>>;
}

/** Whether a resource is among those that `--only` names: by address glob (`https-route/shop-*`) or `label=value`. */
export function matchesOnly({ address, labels }: Labelled, filters: readonly string[]): boolean {
  if (filters.length === 0) return true;
  return filters.some((filter) => {
    const [label, value] = filter.split('=');
    if (label !== undefined && value !== undefined) return labels[label] === value;
    return matchesGlob(filter, address);
  });
}

/**
 * `*` stands for any characters but `/`, `**` for any, `?` for one but `/`. All places of the glob that the text can
 * have reached are kept at once: a regular expression made from a hostile glob would try them one after the other.
 */
export function matchesGlob(glob: string, text: string): boolean {
  const signs = glob.match(/\*{2,}|[^]/gu) ?? [];
  let reached = reach(signs, [0]);
  for (const character of text) {
    const next: number[] = [];
    for (const at of reached) {
      const sign = signs[at];
      if (isStar(sign)) {
        if (sign !== '*' || character !== '/') next.push(at);
      } else if (sign === character || (sign === '?' && character !== '/')) next.push(at + 1);
    }
    reached = reach(signs, next);
  }
  return reached.has(signs.length);
}

/** A star also stands for nothing: what comes after it has been reached, too. */
function reach(signs: readonly string[], places: readonly number[]): ReadonlySet<number> {
  const reached = new Set(places);
  for (const at of reached) if (isStar(signs[at])) reached.add(at + 1);
  return reached;
}

function isStar(sign: string | undefined): boolean {
  return sign?.startsWith('*') === true;
}
