/**
 * What a CI system reads as a command in the log of a job: the one list, for every format and every text. Of Buildkite
 * only the headings of groups (`--- `, `+++ `) are left out: every patch has them, and they fold lines and do no more.
 */

/** Wherever it is in a line: GitHub's old form and Azure's (`##[`), Azure Pipelines, TeamCity. */
const anywhere = /(##(?:vso|teamcity)?)\[/gi;
const hasAnywhere = /##(?:vso|teamcity)?(?=\[)/i;

/**
 * Where a line begins with it, behind blanks and colors, which runners take off: GitHub, Gitea and Forgejo; GitLab's
 * sections; Travis; the levels that runners color and match (`[error]`).
 */
const beginnings = [
  '::',
  'section_(?:start|end):',
  'travis_(?:fold|time):',
  String.raw`\[(?:command|debug|endgroup|error|group|info|notice|section|warning)\]`,
];
const blanks = String.raw`(?:[^\S\n]|\u001b\[[\d;]*m)*`;
// A carriage return begins a line for anyone who reads one.
const atBeginning = new RegExp(`(?<=^|[\\n\\r])(${blanks})(?=${beginnings.join('|')})([^\\n])`, 'gi');

export function hasLogCommand(text: string): boolean {
  return hasAnywhere.test(text);
}

/** Whether a line of the text would be a command, whatever is put before it. */
export function actsInLog(text: string): boolean {
  return hasLogCommand(text) || text.search(atBeginning) !== -1;
}

/** The text with another way to write the bracket that makes a command anywhere in a line. */
export function withoutLogCommands(text: string, bracket: string): string {
  return text.replaceAll(anywhere, (_command, head: string) => head + bracket);
}

/** The same, and no line begins with a command; `write` writes out a character. */
export function withoutCommands(text: string, write: (character: string) => string): string {
  return withoutLogCommands(text, write('[')).replaceAll(
    atBeginning,
    (_all, before: string, first: string) => before + write(first),
  );
}

/** What we ourselves tell GitHub. */
const ours = /^::(?:debug|error|notice|warning|group|endgroup)(?: [^\n]*?)?::/;

/** A text of our own commands, a line each: any line that is none of them is treated like all others. */
export function withOnlyOurs(text: string, write: (character: string) => string): string {
  return text
    .split('\n')
    .map((line) => (ours.test(line) ? withoutLogCommands(line, write('[')) : withoutCommands(line, write)))
    .join('\n');
}
