import { InvalidArgumentError } from 'commander';

/** The values of `--with`. */
export const extras = ['github', 'gitlab', 'gitea', 'pre-commit', 'husky', 'vscode'] as const;

export type Extra = (typeof extras)[number];

/** Parser of an option that may be repeated. */
export function collectExtra(value: string, before: readonly Extra[] = []): readonly Extra[] {
  const extra = extras.find((each) => each === value);
  if (extra === undefined) throw new InvalidArgumentError(`Allowed choices are ${extras.join(', ')}.`);
  return before.includes(extra) ? before : [...before, extra];
}
