import type { RunAbout } from '../model/ledger/journal.ts';
import { clip, quoted, codeList } from './quoted.ts';

/** `an HTTPS edge`, `a backend`: the title of a kind with its article. */
export function withArticle(title: string): string {
  return `${/^(?:[aeio]|HTTP)/i.test(title) ? 'an' : 'a'} ${title}`;
}

/** `1 object`, `3 objects`: for nouns with an s. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** "run 1a2b3c4d5e6f (`apply` by ann on `runner-7` since 2026-…; https://… attempt 2)". */
export function runInWords({ id, verb, actor, host, at, ci }: RunAbout): string {
  const who = actor === undefined ? '' : ` by ${actor}`;
  const where = host === '' ? '' : ` on \`${host}\``;
  const job = ci === undefined ? '' : `; ${ci.url}, attempt ${ci.attempt}`;
  return onOneLine(`run ${id} (\`${verb}\`${who}${where} since ${at}${job})`);
}

/** A time to the second: `2026-11-22 09:46:03 UTC`. */
export function secondText(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A foreign text for a message: on one line, without controls and without the user and password of URLs. */
export function onOneLine(text: string, most = 400): string {
  const line = withoutCredentials(text)
    // The colors of hooks.
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return clip(line, most);
}

/** The text without the user names and passwords of URLs. */
export function withoutCredentials(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/'"]*@)/gi, '$1');
}

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

/** `a, b and 2 more`. */
export function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ');
}

/** An RFC 3339 time to the second: `2026-11-22 09:46:03 UTC`. Not validated: a saved plan may have any text there. */
export function secondOf(time: string): string {
  return `${time.slice(0, 19).replace('T', ' ')} UTC`;
}

/** The time to the minute, which suffices for plans: `2026-11-22 09:46 UTC`. */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The first sentence of a text, or the whole text if it has only one. */
export function firstSentence(doc: string): string {
  return /^.*?[.](?= [A-Z]|$)/s.exec(doc)?.[0] ?? doc;
}

/** `` `a`, `b` and 2 more ``. */
export function named(items: readonly string[], more = 0): string {
  const list = codeList(items);
  return more === 0 ? list : `${list} and ${more} more`;
}
