/** The value that a field takes, in words: its type for a message, and a text to write for its help. */
import type { DocumentField } from '../../kinds/documents/document-field.ts';
import type { ScalarNode } from '../../model/document.ts';
import { quoted } from '../../text/quoted.ts';
import { inBrackets, inYaml } from './meant-value.ts';

export function valueToWrite(field: DocumentField, at: ScalarNode | undefined): string {
  const [shown, key] = [field.type === 'texts' ? '""' : exampleText(field), at?.value];
  const pair = typeof key === 'string' && inYaml(key) === key ? `${key}: ` : '';
  if (shown !== undefined)
    return `${quoted(`${pair}${shown}`)}${field.type === 'texts' ? ' for an empty one' : ''}`;
  const hasKeys = field.type === 'group' || field.type === 'map' || field.type === 'document';
  return hasKeys ? 'its keys and values below it' : 'its value';
}

export function expectedValue(field: DocumentField): string {
  switch (field.type) {
    case 'word':
      return field.values.length === 1
        ? quoted(String(field.values[0]))
        : `one of ${field.values.map((value) => quoted(value)).join(', ')}`;
    case 'string':
      return field.orBoolean === true ? 'a string or a boolean' : 'a string';
    case 'texts':
      return 'a string or a list of strings';
    case 'boolean':
      return '`true` or `false`';
    case 'number':
      return field.isWhole ? 'a whole number' : 'a number';
    case 'list':
      return 'a list';
    case 'either':
      return `${expectedValue(field.short)} or a map of keys and values`;
    case 'group':
    case 'map':
    case 'spec':
    case 'document':
      return 'a map of keys and values';
    case 'kind':
    case 'version':
    case 'any':
      return 'a value';
  }
}

/** The example of a field on one line; undefined if it has none, or a long one. */
export function exampleText(field: DocumentField): string | undefined {
  const { alone, example = alone } = field.type === 'either' ? { ...field.short, ...field } : field;
  const isScalar = typeof example === 'number' || typeof example === 'boolean';
  if (typeof example === 'string') return inYaml(example);
  if (isScalar) return String(example);
  const isList = Array.isArray(example) && example.every((value) => typeof value === 'string');
  return isList ? inBrackets(example) : undefined;
}
