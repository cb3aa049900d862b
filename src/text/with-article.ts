/** `an HTTPS edge`, `a backend`: the title of a kind with its article. */
export function withArticle(title: string): string {
  return `${/^(?:[aeio]|HTTP)/i.test(title) ? 'an' : 'a'} ${title}`;
}
