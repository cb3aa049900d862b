import type { FilterChoice } from './filter.ts';

/** The filter as the fragment of the page's URL, so that it can be shared. */
export function hashAddress({ values, words }: FilterChoice): string {
  const parameters = new URLSearchParams();
  for (const [key, wanted] of values) for (const value of wanted) parameters.append(key, value);
  if (words.length > 0) parameters.set('q', words.join(' '));
  return parameters.toString();
}

export function wantedOf(address: string): FilterChoice {
  const values = new Map<string, Set<string>>();
  let words: readonly string[] = [];
  for (const [key, value] of new URLSearchParams(address)) {
    if (key === 'q') words = wordsOf(value);
    else values.set(key, (values.get(key) ?? new Set<string>()).add(value));
  }
  return { values, words };
}

export function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
