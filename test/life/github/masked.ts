/** A job's log as GitHub shows it: secrets, and the values of `::add-mask::`, are replaced. */
export function masked(log: string, secrets: readonly string[]): string {
  const added = [...log.matchAll(/^::add-mask::(.+)$/gm)].map(([, value = '']) =>
    value.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%'),
  );
  const values = [...new Set([...secrets, ...added])].filter((value) => value !== '').sort(byLength);
  return values.reduce(
    (text, value) => text.replaceAll(value, '***'),
    log.replaceAll(/^::add-mask::.*\n?/gm, ''),
  );
}

function byLength(left: string, right: string): number {
  return right.length - left.length;
}
