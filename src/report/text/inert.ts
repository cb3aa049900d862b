/**
 * The syntax that CI systems execute as commands in the log of a job, for every format and text. Only Buildkite's group
 * headings (`--- `, `+++ `) are left out: every patch has them, and they only fold lines.
 */

/** Recognized anywhere in a line: GitHub's old form and Azure's (`##[`), Azure Pipelines, TeamCity. */
const anywhere = /(##(?:vso|teamcity)?)\[/gi;
const hasAnywhere = /##(?:vso|teamcity)?(?=\[)/i;

/**
 * Recognized at the beginning of a line, after blanks and colors, which runners strip: GitHub, Gitea and Forgejo;
 * GitLab's sections; Travis; the levels that runners color and match (`[error]`).
 */
const beginnings = [
  '::',
  'section_(?:start|end):',
  'travis_(?:fold|time):',
  String.raw`\[(?:command|debug|endgroup|error|group|info|notice|section|warning)\]`,
];

const blanks = String.raw`(?:[^\S\n]|\u001b\[[\d;]*m)*`;

// Some readers start a line at a carriage return.
const atBeginning = new RegExp(`(?<=^|[\\n\\r])(${blanks})(?=${beginnings.join('|')})([^\\n])`, 'gi');

/** The commands that we send to GitHub. */
const ours = /^::(?:debug|error|notice|warning|group|endgroup)(?: [^\n]*?)?::/;

/**
 * Characters that a terminal or a page interprets instead of showing: controls, escapes, writing directions, and
 * characters without width; all but tabs and newlines.
 */
export const acting =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** The text with such characters spelled out, `\u{202e}`, but for line ends: they are visible and have no effect. */
export function inert(text: string): string {
  const visible = text.replace(acting, (character) =>
    character === '\r' ? character : escapedCharacter(character),
  );
  return withoutLogCommands(visible, escapedCharacter('['));
}

/** A path at the beginning of a line, where `::` would be a command of a CI log. */
export function inertPath(path: string): string {
  return `${path.startsWith(':') ? './' : ''}${inertLine(path)}`;
}

export function inertLine(text: string): string {
  return inert(text).replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\t', ' ');
}

/** A character spelled out, so that it has no effect. */
export function escapedCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A character in the notation of JSON and JavaScript, so that a document with it stays valid. */
export function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

export function hasLogCommand(text: string): boolean {
  return hasAnywhere.test(text);
}

/** Whether a line of the text would be a command, even with a prefix. */
export function actsInLog(text: string): boolean {
  return hasLogCommand(text) || text.search(atBeginning) !== -1;
}

/** The text with the bracket of commands replaced that are recognized anywhere in a line. */
export function withoutLogCommands(text: string, bracket: string): string {
  return text.replaceAll(anywhere, (_command, head: string) => head + bracket);
}

/** The text without any command; `write` spells out a character. */
export function withoutCommands(text: string, write: (character: string) => string): string {
  return withoutLogCommands(text, write('[')).replaceAll(
    atBeginning,
    (_all, before: string, first: string) => before + write(first),
  );
}

/** Our own commands, one on each line; any other line is treated as ordinary text. */
export function withOnlyOurs(text: string, write: (character: string) => string): string {
  return text
    .split('\n')
    .map((line) => (ours.test(line) ? withoutLogCommands(line, write('[')) : withoutCommands(line, write)))
    .join('\n');
}

/** On one line, as the runner of GitHub reads it back. */
export function escapedForRunner(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
