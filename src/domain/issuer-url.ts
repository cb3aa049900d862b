/** Whether a text is the URL of an OpenID provider: absolute, of the web, without white space that `URL` drops. */
export function isIssuerUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(text) && !/[\s\\]/.test(text) && URL.canParse(text);
}
