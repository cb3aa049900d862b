import type { Module } from '../../kinds/field.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';
import type { Behaviour } from '../context.ts';
import { memberOf, textOf } from '../objects/json-access.ts';
import type { Problem } from '../objects/problem.ts';

/** A rule about the content of a body, beyond its shape. */
export interface Check {
  readonly section: string;
  /** The top-level field to check; a body without it passes. */
  readonly field: string;
  /**
   * `when-enabled`: concerns the effect of a module, so a disabled one passes (modules are retired by disabling them).
   */
  readonly holds: 'always' | 'when-enabled';
  /** The problems, with paths relative to the field. */
  readonly check: (value: Json, body: JsonObject, behaviour: Behaviour) => readonly Problem[];
}

/** The given problem, unless the claim is true. */
export function unless(claim: boolean, path: Path, message: string): readonly Problem[] {
  return claim ? [] : [{ path, message }];
}

/** A problem for values that the tables know only from observation, which the mock API nevertheless requires. */
export function unlessKnown({ fields }: Module, name: string, module: Json): readonly Problem[] {
  const field = fields[name];
  const known = field?.type === 'string' ? (field.knownValues ?? []) : [];
  const given = textOf(memberOf(module, name));
  const isKnown = given === '' || known.includes(given);
  return unless(isKnown, [name], `must be one of ${known.map((each) => `\`${each}\``).join(', ')}`);
}

/** Whether a string is present and not empty. */
export function hasText(value: Json, name: string): boolean {
  return textOf(memberOf(value, name)) !== '';
}
