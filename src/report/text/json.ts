import { withoutLogCommands } from './inert.ts';

const acting =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** JSON may contain any character; those that act on a terminal are written as escapes with the same meaning. */
export function jsonText(value: unknown): string {
  return harmless(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** JSON on one line, with the same escapes. */
export function jsonLine(value: unknown): string {
  return harmless(`${JSON.stringify(value)}\n`);
}

function harmless(json: string): string {
  return withoutLogCommands(
    json.replace(acting, (character) => character.split('').map(unit).join('')),
    unit('['),
  );
}

function unit(half: string): string {
  return `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
