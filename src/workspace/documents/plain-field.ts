import type { DocumentField, DocumentFields } from '../../kinds/documents/document-field.ts';
import { hasForm } from '../../kinds/documents/forms.ts';
import type { DocumentNode, Entry, ScalarNode, Source } from '../../model/document.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { textOfKey } from '../../text/key-text.ts';
import { plainValue } from '../../derive/schema/plain-value.ts';

/**
 * A node as plain data of the types of its field: what does not fit is left out, and texts are as they are written. It
 * reports nothing, as `readTable` has.
 */
export function plainField(node: DocumentNode, field: DocumentField, source: Source): Json | undefined {
  const inside = (inner: DocumentNode, of: DocumentField): Json | undefined => plainField(inner, of, source);
  switch (field.type) {
    case 'any':
      return plainValue(node);
    case 'kind':
    case 'word':
      return field.values.find((value) => node.type === 'scalar' && value === String(node.value));
    case 'version':
    case 'number':
      return scalarOf(node, 'number');
    case 'boolean':
      return scalarOf(node, 'boolean');
    case 'string':
      return scalarOf(node, 'string') ?? (field.orBoolean === true ? scalarOf(node, 'boolean') : undefined);
    case 'texts':
      if (node.type === 'list') return node.items.flatMap((item) => textIn(item, source) ?? []);
      return field.orNull === true && node.type === 'scalar' && node.value === null
        ? null
        : textIn(node, source);
    case 'list':
      return node.type === 'list'
        ? node.items.map((item) => inside(item, field.item)).filter((value) => value !== undefined)
        : undefined;
    case 'group':
      return node.type === 'map' ? plainFields(node.entries, field.fields, source) : undefined;
    case 'map':
      return node.type === 'map'
        ? mapped(node.entries, (name, value) => {
            const fit = field.values.find(
              ({ keys }) => keys === undefined || hasForm(name, { pattern: keys }),
            );
            return fit && inside(value, fit.value);
          })
        : undefined;
    case 'either':
      return inside(node, node.type === 'map' ? field.long : field.short);
    case 'spec':
    case 'document':
      return node.type === 'map' ? plainValue(node) : undefined;
  }
}

function plainFields(entries: readonly Entry[], fields: DocumentFields, source: Source): JsonObject {
  return mapped(entries, (name, value) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field && plainField(value, field, source);
  });
}

function mapped(
  entries: readonly Entry[],
  read: (name: string, value: DocumentNode) => Json | undefined,
): JsonObject {
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const name = textOfKey(entry);
      const value = read(name, entry.value);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function scalarOf(node: DocumentNode, type: 'string' | 'number' | 'boolean'): Json | undefined {
  if (node.type !== 'scalar') return undefined;
  const value = typeof node.value === 'bigint' ? Number(node.value) : node.value;
  return typeof value === type ? value : undefined;
}

function textIn(node: DocumentNode, source: Source): string | undefined {
  return node.type === 'scalar' && node.value !== null ? writtenText(node, source) : undefined;
}

/** The text of a scalar as it is written, whatever YAML reads it as, without the spaces and tabs around it. */
export function writtenText({ value, start, end }: ScalarNode, { text }: Source): string {
  return (typeof value === 'string' ? value : text.slice(start, end)).replaceAll(/^[ \t]+|[ \t]+$/g, '');
}
