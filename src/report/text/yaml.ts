import type { Json } from '../../model/value.ts';
import { acting, actsInLog, withoutLogCommands } from './inert.ts';
import { Document, Scalar, visit, type ToStringOptions } from 'yaml';

const options: ToStringOptions = {
  lineWidth: 0,
  blockQuote: 'literal',
  // Quoted strings stay on one line, because the beginning of a further line could be a command of a CI log.
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
};

/**
 * A value as YAML with keys in their own order, long strings as literal blocks and nothing folded. Ends in a newline.
 * Characters that a terminal or a CI log interprets are escaped in quotes, with the same meaning.
 */
export function yamlText(value: Json): string {
  const document = new Document(value, { aliasDuplicateObjects: false, schema: 'core', version: '1.2' });
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && mustBeQuoted(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return inertEscapes(document.toString(options));
}

/** Plain scalars that YAML 1.1, which many tools still use, reads as booleans or numbers. */
const meansMoreToOthers = /^(?:[yn]|yes|no|on|off|[-+]?\d[\d_:.]*)$/i;

/**
 * A block scalar that begins or ends in white space depends on the lines around it, which is hard to read and to move.
 */
function mustBeQuoted(text: string): boolean {
  return actsInOutput(text) || /^\s[^]*\n|\n\s*\n$/.test(text) || meansMoreToOthers.test(text);
}

/** Whether a terminal or a CI log would interpret a part of the text, with any indentation. Quotes handle line ends. */
function actsInOutput(text: string): boolean {
  return text.search(acting) !== -1 || actsInLog(text);
}

/** The YAML with such characters as escapes; all of them are in double quotes. */
function inertEscapes(yaml: string): string {
  return withoutLogCommands(yaml.replaceAll(acting, escape), '\\x5b');
}

function escape(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}
