import { clip } from './clip.ts';

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
