import { fieldsOf } from '../../derive/forms/fields.ts';
import { listenerAt } from '../../derive/forms/endpoint-url.ts';
import type { Fields, TextField } from '../../kinds/field.ts';
import type { JsonObject, Path } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import type { Problem } from './problem.ts';

/** Values that the API's description leaves open, and that similar services refuse. */
export function assumedProblems(fields: Fields, body: JsonObject, path: Path = []): readonly Problem[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = body[name];
    const inner = fieldsOf(field);
    if (inner !== undefined) return isJsonMap(value) ? assumedProblems(inner, value, [...path, name]) : [];
    const message = field.type === 'string' && typeof value === 'string' ? refused(field, value) : undefined;
    return message === undefined ? [] : [{ path: [...path, name], message }];
  });
}

function refused({ form, knownValues = [], takesOnlyKnown }: TextField, value: string): string | undefined {
  if (form === 'endpoint-url' && listenerAt(value) === undefined)
    return 'must be `https://host`, `http://host`, `tls://host` or `tcp://host:port`';
  if (takesOnlyKnown !== true || value === '' || knownValues.includes(value)) return undefined;
  return `must be one of ${knownValues.map((each) => `\`${each}\``).join(', ')}`;
}
