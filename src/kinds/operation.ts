import type { Section } from './field.ts';

/** One of the eleven operations of the API. */
export interface Operation {
  /** The number in the API's table. */
  readonly number: number;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the API URL, with placeholders in braces. */
  readonly path: string;
  /** The only status that means success. */
  readonly success: 200 | 201 | 204;
  readonly doc: string;
  readonly section: Section;
}

/** An operation as one row of the API's table. */
export function op(
  number: number,
  method: Operation['method'],
  path: string,
  success: Operation['success'],
  section: Section,
  doc: string,
): Operation {
  return { number, method, path, success, section, doc };
}

/** The list operation, and the field of its response with the items. */
export interface ListOperation extends Operation {
  readonly items: string;
}

/** The operations of a kind. An absent one is not offered by the API, which the planner takes into account. */
export interface Operations {
  readonly create: Operation;
  readonly get: Operation;
  readonly list?: ListOperation;
  readonly update?: Operation;
  readonly delete?: Operation;
}
