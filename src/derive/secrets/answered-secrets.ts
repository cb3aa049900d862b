import { isJsonMap } from '../../text/json/json-access.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import type { JsonObject } from '../../model/value.ts';
import { isMaskedText } from '../forms/mask-text.ts';
import { fieldsOf } from '../forms/fields.ts';
import { isCredentialHeader } from './secret-patterns.ts';

/** The secrets that a response has in clear, so that none of them is printed later in the run. */
export function answeredSecrets(fields: Fields, answer: JsonObject): readonly string[] {
  const found: string[] = [];
  collect(fields, answer, found);
  return found;
}

function collect(fields: Fields, answer: JsonObject, found: string[]): void {
  for (const name in fields) {
    const field = fields[name];
    const value = answer[name];
    if (field === undefined || value === undefined || value === null) continue;
    if (typeof value === 'string') {
      if (isSecretText(field, value)) found.push(value);
    } else if (isJsonMap(value)) collectWithin(field, value, found);
  }
}

function collectWithin(field: Field, value: JsonObject, found: string[]): void {
  const fields = fieldsOf(field);
  if (fields !== undefined) collect(fields, value, found);
  if (field.type !== 'map') return;
  for (const [name, item] of Object.entries(value)) {
    // Plain words only name an authentication scheme and are not secret.
    if (typeof item === 'string' && isCredentialHeader(name) && /\d|[a-z][A-Z]/.test(item)) found.push(item);
  }
}

function isSecretText(field: Field, value: string): boolean {
  return field.type === 'string' && field.secret === true && !isMaskedText(value);
}
