import type { Module } from '../../kinds/field.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';
import type { Behaviour } from '../context.ts';
import { memberOf, textOf } from '../objects/json-access.ts';
import type { Problem } from '../objects/problem.ts';

/** One rule on what a body says, beyond its shape. */
export interface Check {
  readonly section: string;
  /** The top-level field it checks; a body without it passes. */
  readonly field: string;
  /** `when-enabled`: about what a module does, so one that is switched off passes (that is how one is retired). */
  readonly holds: 'always' | 'when-enabled';
  /** The problems, with paths from the field downwards. */
  readonly check: (value: Json, body: JsonObject, behaviour: Behaviour) => readonly Problem[];
}

/** No problem where the claim is true, else the one. */
export function unless(claim: boolean, path: Path, message: string): readonly Problem[] {
  return claim ? [] : [{ path, message }];
}

/** Values that the tables only know from elsewhere, and that the local API insists on. */
export function unlessKnown({ fields }: Module, name: string, module: Json): readonly Problem[] {
  const field = fields[name];
  const known = field?.type === 'string' ? (field.knownValues ?? []) : [];
  const given = textOf(memberOf(module, name));
  const isKnown = given === '' || known.includes(given);
  return unless(isKnown, [name], `must be one of ${known.map((each) => `\`${each}\``).join(', ')}`);
}

/** Whether a text is there and not empty. */
export function hasText(value: Json, name: string): boolean {
  return textOf(memberOf(value, name)) !== '';
}
