import { Document, Scalar, visit, type ToStringOptions } from 'yaml';
import type { Json } from '../../model/value.ts';
import { actsInOutput, inertEscapes } from './inert-yaml.ts';

const options: ToStringOptions = {
  lineWidth: 0,
  blockQuote: 'literal',
  // Quoted texts stay on one line: what begins a line of them could be a command of a CI log.
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
};

/**
 * A value as YAML, keys in their own order, long texts as literal blocks, nothing folded. Ends in a newline. What a
 * terminal or a CI log would act on is in quotes as an escape, which means the same.
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

/** What YAML 1.1, which many tools still read, takes for a truth value or a number. */
const meansMoreToOthers = /^(?:[yn]|yes|no|on|off|[-+]?\d[\d_:.]*)$/i;

/** A block scalar that begins or ends in white space depends on the lines around it: no one reads that, or moves it. */
function mustBeQuoted(text: string): boolean {
  return actsInOutput(text) || /^\s[^]*\n|\n\s*\n$/.test(text) || meansMoreToOthers.test(text);
}
