/** The name of an organization or user in GitHub URLs. */
export const organizationSlug = /^[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9]))*$/;

/** Format `<org>/<team>`. */
export const teamSlug = /^[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9]))*\/[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The probable slug for a URL, an `@org/team` or a name with spaces. */
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
