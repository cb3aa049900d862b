import type { Field, TextField } from '../../kinds/field.ts';

/** The form of a shape to generate; `both` if read and write forms are the same. */
export type Form = 'read' | 'create' | 'update' | 'both';

/** The name of the type of a nested object. */
export function nested(owner: string, key: string): string {
  return `${owner}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}

/** The TypeScript type of a field. Null is possible for unset fields in the read form, and for modules in requests. */
export function propertyType(owner: string, key: string, field: Field, form: Form): string {
  const type = bareType(owner, key, field, form);
  const isNull =
    form === 'read'
      ? key !== 'id'
      : field.type === 'module' || (field.type === 'string' && field.nullable === true);
  return isNull ? `${type} | null` : type;
}

function bareType(owner: string, key: string, field: Field, form: Form): string {
  switch (field.type) {
    case 'string':
      return textType(field, form);
    case 'boolean':
      return 'boolean';
    case 'int64':
    case 'uint32':
    case 'float64':
      return 'number';
    case 'list':
      return readsAsRef(field, form) ? 'Ref | readonly Ref[]' : 'readonly string[]';
    case 'map':
      return 'Readonly<Record<string, string>>';
    case 'ref':
      return 'Ref';
    case 'object':
      return nested(owner, key);
    case 'module':
      return form === 'read' ? field.module.shape : field.module.writeShape;
  }
}

function textType(field: TextField, form: Form): string {
  if (readsAsRef(field, form)) return 'Ref';
  const values = form === 'read' ? (field.readValues ?? field.values) : field.values;
  return values === undefined ? 'string' : values.map((value) => `'${value}'`).join(' | ');
}

function readsAsRef(field: Field, form: Form): boolean {
  return form === 'read' && field.readAs !== undefined;
}
