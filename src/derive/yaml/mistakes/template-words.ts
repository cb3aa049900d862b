import type { YamlMistake } from './yaml-mistake.ts';
import { writes, type Line } from './yaml-lines.ts';

/**
 * Words for `{{ … }}` at an offset: text that another tool must render before it is YAML, or the message of a policy
 * without quotes.
 */
export function templateWords(line: Line, start: number): Pick<YamlMistake, 'says' | 'help'> {
  const [, message] = /\bmessage:\s+(\S.*)$/.exec(line.text) ?? [];
  if (message !== undefined && line.start + line.text.length - message.length === start)
    return {
      says: 'an unquoted string cannot begin with `{`',
      help: writes(line, message.includes('"') ? `'${message}'` : `"${message}"`) ?? 'put quotes around it',
    };
  return {
    says: 'this is a template, but files are read as they are',
    help: 'render it first, or write `$(name)` for what differs between environments',
  };
}
