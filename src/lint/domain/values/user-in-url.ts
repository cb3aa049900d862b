/** What is before the `@` of a URL's host, perhaps with a password; undefined where there is no `@`. */
export function userIn(url: string): string | undefined {
  return form.exec(url)?.[2];
}

/** The URL as it may be shown: anyone who is in it may be a secret. */
export function withoutUser(url: string): string {
  return url.replace(form, '$1');
}

const form = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/)([^/?#]*)@/;
