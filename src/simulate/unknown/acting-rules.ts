import type { Json, Spec } from '../../model/value.ts';
import { programOf, type ProgramRule } from '../policy-program.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';

/**
 * The rules of a policy that do more than observe, as text: the same for the same, in whatever layout. Undefined if it
 * cannot be read.
 */
export function actingRules(spec: Spec): string | undefined {
  const program = programOf(spec);
  if (program === undefined) return undefined;
  return canonicalJson(
    Object.entries(program).map(([phase, rules]) => [phase, rules.filter(isActing).map(ruleFacts)]),
  );
}

function isActing({ actions }: ProgramRule): boolean {
  return actions.some(({ action }) => action?.effect !== 'observe');
}

function ruleFacts({ expressions, actions, strange }: ProgramRule): Json {
  return [
    [...expressions],
    actions.map(({ type, config, strange: ownStrange }) => [type, config, ownStrange ?? null]),
    strange ?? null,
  ];
}
