/** `an HTTPS edge`, `a backend`: the title of a kind with its article. */
export function withArticle(title: string): string {
  return `${/^(?:[aeio]|HTTP)/i.test(title) ? 'an' : 'a'} ${title}`;
}

/** `1 object`, `3 objects`: for nouns with an s. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
