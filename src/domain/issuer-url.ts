/** Whether a string can be the URL of an OpenID provider: http or https, without white space, which `URL` drops. */
export function isIssuerUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(text) && !/[\s\\]/.test(text) && URL.canParse(text);
}
