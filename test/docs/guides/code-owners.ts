import ignore from 'ignore';

export interface CodeOwners {
  /** The owners of a path of the repository: those of the last pattern that matches it. */
  readonly ownersOf: (file: string) => readonly string[];
  readonly owners: ReadonlySet<string>;
  /**
   * Lines that GitHub skips: it knows neither `!`, character ranges, nor an escaped `#`; an owner is a name, a team or
   * an address.
   */
  readonly skipped: readonly string[];
}

/** Reads a CODEOWNERS file. Its patterns are those of .gitignore, so the library for these matches them. */
export function parseCodeOwners(text: string): CodeOwners {
  const lines = text.split('\n').map((line) => line.replace(/(^|\s)#.*$/, '').trim());
  const entries = lines
    .filter((line) => line !== '')
    .map((line) => {
      const [pattern = '', ...owners] = line.split(/\s+/);
      return { line, pattern, owners, matcher: ignore().add(pattern) };
    });
  const isSkipped = ({ pattern, owners }: (typeof entries)[number]): boolean =>
    /^!|\[|^\\#/.test(pattern) ||
    owners.some((owner) => !/^(@[\w-]+(\/[\w.-]+)?|[^@\s]+@[^@\s]+\.\w+)$/.test(owner));
  const valid = entries.filter((entry) => !isSkipped(entry));
  return {
    ownersOf: (file) => valid.findLast(({ matcher }) => matcher.ignores(file))?.owners ?? [],
    owners: new Set(valid.flatMap(({ owners }) => owners)),
    skipped: entries.filter(isSkipped).map(({ line }) => line),
  };
}
