import { isJsonMap } from '../../text/json/json-access.ts';
import type { Json } from '../../model/value.ts';

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
