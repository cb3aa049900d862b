import { withoutLogCommands } from './ci-commands.ts';

/**
 * Characters that a terminal or a page interprets instead of showing: controls, escapes, writing directions, and
 * characters without width. Callers handle line ends and tabs.
 */
const acting =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** The text with such characters spelled out, `\u{202e}`, so that they are visible and have no effect. */
export function inert(text: string): string {
  return withoutLogCommands(text.replace(acting, escapedCharacter), escapedCharacter('['));
}

/** A path at the beginning of a line, where `::` would be a command of a CI log. */
export function inertPath(path: string): string {
  return `${path.startsWith(':') ? './' : ''}${inertLine(path)}`;
}

/** Inert text on one line. */
export function inertLine(text: string): string {
  return inert(text).replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\t', ' ');
}

/** A character spelled out, so that it has no effect. */
export function escapedCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
