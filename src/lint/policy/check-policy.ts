import { problem } from '../../derive/problem.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place, Range } from '../../model/document.ts';
import type { Policy, PolicyText } from '../../model/policy.ts';
import { trimmedRange } from '../../edit/tree.ts';
import { withinText } from '../locate/within-text.ts';
import type { Scope } from './check-names.ts';
import { checkExpression, type Expression } from './expression.ts';
import type { ExpressionProblem } from './expression-problem.ts';
import { checkMessage, type Message } from './message.ts';

/** A policy whose expressions fit the kinds that it is for. */
export interface CheckedPolicy {
  readonly policy: Policy;
  readonly where: ReadonlyMap<KindName, Expression> | undefined;
  readonly assert: ReadonlyMap<KindName, Expression>;
  readonly message: Message;
}

/** Checks the expressions of a policy; one with a mistake in it judges nothing, and the mistake is an error. */
export function checkPolicy(
  policy: Policy,
  environments: readonly string[],
): { readonly checked: CheckedPolicy } | { readonly diagnostics: readonly Diagnostic[] } {
  const scope: Scope = { kinds: policy.kinds, environments };
  const where = policy.where === undefined ? undefined : checkExpression(policy.where.text, scope, ['bool']);
  const assert = checkExpression(policy.assert.text, scope, ['bool']);
  const message = checkMessage(policy.message, scope);
  const found = [
    ...problemsOf(policy, policy.where, where),
    ...problemsOf(policy, policy.assert, assert),
    ...problemsOf(policy, policy.message, message),
  ];
  if (!('value' in assert) || !('value' in message) || found.length > 0) return { diagnostics: found };
  const condition = where !== undefined && 'value' in where ? where.value : undefined;
  return { checked: { policy, where: condition, assert: assert.value, message: message.value } };
}

function problemsOf(
  policy: Policy,
  text: PolicyText | undefined,
  result: { readonly problems: readonly ExpressionProblem[] } | object | undefined,
): readonly Diagnostic[] {
  if (text === undefined || result === undefined || !('problems' in result)) return [];
  return result.problems.map((one) =>
    problem(
      'policy-expression',
      placeIn(policy, text, one),
      one.message,
      one.help === undefined ? {} : { help: one.help },
    ),
  );
}

/** Where a part of a text of a policy stands in edgewright.yaml; all of it where the part cannot be found. */
export function placeIn({ place }: Policy, { node }: PolicyText, part: Range | undefined): Place {
  const { source } = place;
  const within = part === undefined ? undefined : withinText(source, node, part.start, part.end);
  return { source, ...(within ?? trimmedRange(node, source)) };
}
