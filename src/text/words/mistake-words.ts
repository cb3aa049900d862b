import { quoted } from '../quoted.ts';

/** The help for several items of a list that YAML reads as one; undefined if they are not in one item. */
export function missingComma(text: string, isItem: (word: string) => boolean): string | undefined {
  const words = text.trim().split(/\s+/);
  return words.length > 1 && words.every(isItem)
    ? `write a comma between them: \`${words.join(', ')}\``
    : undefined;
}

/** The message about an unknown name: "`matsch` is not a field of `https-route`". */
export function notAField(name: string, owner: string): string {
  return `${quoted(name)} is not a field of ${owner}`;
}
