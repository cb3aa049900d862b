import { actsInLog, withoutLogCommands } from './ci-commands.ts';

// Quoting handles line ends; U+2028 and U+2029 are not line ends in YAML 1.2.
const acting =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;
const everyActing = new RegExp(acting, 'gu');

/** Whether a terminal or a CI log would interpret a part of the text, with any indentation. */
export function actsInOutput(text: string): boolean {
  return acting.test(text) || actsInLog(text);
}

/** The YAML with such characters as escapes; all of them are in double quotes. */
export function inertEscapes(yaml: string): string {
  return withoutLogCommands(yaml.replaceAll(everyActing, escape), '\\x5b');
}

function escape(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}
