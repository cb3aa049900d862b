/** The user info of a URL, perhaps with a password; undefined if there is no `@` before the path. */
export function userIn(url: string): string | undefined {
  return form.exec(url)?.[2];
}

/** The URL without its user info, which may be a secret. */
export function withoutUser(url: string): string {
  return url.replace(form, '$1');
}

const form = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/)([^/?#]*)@/;
