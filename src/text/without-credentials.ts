/** The text without the user names and passwords of URLs. */
export function withoutCredentials(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/'"]*@)/gi, '$1');
}
