import { problem } from '../../model/problem.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place, Range } from '../../model/document.ts';
import type { Policy, PolicyDraft, PolicyText } from '../../model/policy/policy.ts';
import { trimmedRange } from '../../edit/tree.ts';
import { withinText } from '../locate/within-text.ts';
import type { Scope } from './check-names.ts';
import { checkExpression, type PolicyExpression } from './expression.ts';
import type { ExpressionProblem } from './expression-problem.ts';
import { checkMessage, type Message } from './message.ts';

/** A policy whose expressions fit the kinds that it is for. */
export interface CheckedPolicy {
  readonly policy: Policy;
  readonly where?: ReadonlyMap<KindName, PolicyExpression> | undefined;
  readonly assert: ReadonlyMap<KindName, PolicyExpression>;
  readonly message: Message;
}

/** Checks the expressions of a policy; one with a mistake in it checks nothing, and the mistake is an error. */
export function checkPolicy(
  policy: Policy,
  environments: readonly string[],
): { readonly checked: CheckedPolicy } | { readonly diagnostics: readonly Diagnostic[] } {
  const { where, assert, message, diagnostics } = checkParts(policy, environments);
  if (assert === undefined || message === undefined || diagnostics.length > 0) return { diagnostics };
  return { checked: { policy, where, assert, message } };
}

/** What is wrong with the parts that are there. */
export function checkDraft(draft: PolicyDraft, environments: readonly string[]): readonly Diagnostic[] {
  return checkParts(draft, environments).diagnostics;
}

type Parts = Partial<Omit<CheckedPolicy, 'policy'>> & { readonly diagnostics: readonly Diagnostic[] };

function checkParts(policy: PolicyDraft, environments: readonly string[]): Parts {
  const scope: Scope = { kinds: policy.kinds, environments };
  const isTrue = ({ text }: PolicyText): ReturnType<typeof checkExpression> =>
    checkExpression(text, scope, ['bool']);
  const where = policy.where && isTrue(policy.where);
  const assert = policy.assert && isTrue(policy.assert);
  const message = policy.message && checkMessage(policy.message, scope);
  return {
    ...(where !== undefined && 'value' in where ? { where: where.value } : {}),
    ...(assert !== undefined && 'value' in assert ? { assert: assert.value } : {}),
    ...(message !== undefined && 'value' in message ? { message: message.value } : {}),
    diagnostics: [
      ...problemsOf(policy, policy.where, where),
      ...problemsOf(policy, policy.assert, assert),
      ...problemsOf(policy, policy.message, message),
    ],
  };
}

function problemsOf(
  policy: PolicyDraft,
  text: PolicyText | undefined,
  result: { readonly problems: readonly ExpressionProblem[] } | object | undefined,
): readonly Diagnostic[] {
  if (text === undefined || result === undefined || !('problems' in result)) return [];
  return result.problems.map((one) => {
    const place = policyPlace(policy, text, one);
    // What is marked itself has its label at the mark.
    const own = one.parts?.find(({ start, end }) => start === one.start && end === one.end);
    const others = (one.parts ?? []).filter((part) => part !== own);
    const label = own?.label ?? one.label;
    return problem('policy-expression', place, one.message, {
      ...remedyOf(one, place, text),
      ...(label === undefined ? {} : { label }),
      related: others.map((part) => ({ place: policyPlace(policy, text, part), label: part.label })),
    });
  });
}

/** The right name as a fix, where the wrong one stands in the file letter by letter. */
function remedyOf(
  { start, end, help, meant }: ExpressionProblem,
  place: Place,
  { text }: PolicyText,
): Pick<Diagnostic, 'fix' | 'help'> {
  if (meant === undefined) return help === undefined ? {} : { help };
  const title = `write \`${meant}\``;
  const written = place.source.text.slice(place.start, place.end);
  const isName = /^\w+$/.test(written) && written === text.slice(start, end);
  return isName ? { fix: { safety: 'unsafe', title, edits: [{ ...place, text: meant }] } } : { help: title };
}

/** Where a part of a text of a policy is in edgewright.yaml; all of it where the part cannot be found. */
export function policyPlace({ place }: PolicyDraft, { node }: PolicyText, part: Range | undefined): Place {
  const { source } = place;
  const within = part === undefined ? undefined : withinText(source, node, part.start, part.end);
  return { source, ...(within ?? trimmedRange(node, source)) };
}
