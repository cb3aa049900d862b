import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { StateProblem } from './state-instance.ts';

/** An object, or a `StateProblem` with its place. */
export function mapAt(value: Json | undefined, place: string): JsonObject {
  if (isJsonMap(value)) return value;
  throw new StateProblem(place, `expected an object, found ${typeName(value)}`);
}

/** A list with the place of each item; an absent list is empty, as in Go. */
export function listAt(value: Json | undefined, place: string): readonly (readonly [Json, string])[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new StateProblem(place, `expected a list, found ${typeName(value)}`);
  return (value as readonly Json[]).map((item, index) => [item, `${place}/${index}`]);
}

export function stringAt(value: Json | undefined, place: string): string {
  if (typeof value === 'string') return value;
  throw new StateProblem(place, `expected a string, found ${typeName(value)}`);
}

/** A key as a step of a JSON pointer. */
export function pointerStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The type alone: values of a state are never shown. */
function typeName(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return '`null`';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
