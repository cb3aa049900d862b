/** The name of an organization or user in a URL of GitHub. */
export const organizationSlug = /^[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9]))*$/;

/** `<org>/<team>`. */
export const teamSlug = /^[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9]))*\/[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** What a URL, an `@org/team` or a name in capitals and spaces probably means. */
export function meantSlug(text: string): string {
  return text
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, '')
    .replace(/^orgs\//, '')
    .replace(/\/teams\//, '/')
    .replace(/^@/, '')
    .replace(/\/$/, '')
    .replaceAll(/\s+/g, '-');
}
