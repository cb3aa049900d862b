import type { Json } from '../../model/value.ts';
import { StateProblem } from './state-instance.ts';

interface Named {
  /** `module.shop["eu"]`; empty for the root module. */
  readonly module: string;
  readonly type: string;
  readonly name: string;
  readonly index: string | number | undefined;
}

/** The address of a resource instance, as `terraform state rm` takes it. */
export function terraformAddress({ module, type, name, index }: Named): string {
  const resource = `${module === '' ? '' : `${module}.`}${type}.${name}`;
  if (index === undefined) return resource;
  return `${resource}[${typeof index === 'number' ? index : quoted(index)}]`;
}

/** The key of an instance: a number for `count`, a string for `for_each`. */
export function instanceKey(value: Json | undefined, place: string): string | number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new StateProblem(place, 'expected a string or a number as the key of an instance');
}

/** A string of HCL: `${` and `%{` would begin a template. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/([$%])\{/g, '$1$1{');
}
