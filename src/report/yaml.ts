import { stringify } from 'yaml';
import type { Json } from '../model/value.ts';

/** A value as YAML, keys in their own order, long texts as literal blocks, nothing folded. Ends in a newline. */
export function yamlText(value: Json): string {
  return stringify(value, {
    lineWidth: 0,
    blockQuote: 'literal',
    aliasDuplicateObjects: false,
    schema: 'core',
    version: '1.2',
  });
}
