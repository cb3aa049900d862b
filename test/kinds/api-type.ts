import type { Field } from '../../src/kinds/field.ts';

/** Whether a field answers with, or takes, what the API's table calls `type`. */
export function hasApiType(field: Field, type: string): boolean {
  switch (type.replace(/ \(response form\)$/, '')) {
    case 'string':
      return field.type === 'string';
    case 'boolean':
      return field.type === 'boolean';
    case 'int64':
    case 'uint32':
    case 'float64':
      return field.type === type;
    case 'List<string>':
      return field.type === 'list';
    case 'Map<string,string>':
      return field.type === 'map';
    case 'Ref':
      return (
        field.type === 'ref' ||
        ((field.type === 'string' || field.type === 'list') && field.readAs !== undefined)
      );
    case 'OAuth provider object':
      return field.type === 'object';
    default: {
      const shape = type.replace(/ \(response form\)$/, '');
      return field.type === 'module' && (field.module.shape === shape || field.module.writeShape === shape);
    }
  }
}
