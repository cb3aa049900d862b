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

/** A policy whose expressions are valid for all its kinds. */
export interface CheckedPolicy {
  readonly policy: Policy;
  readonly where?: ReadonlyMap<KindName, PolicyExpression> | undefined;
  readonly assert: ReadonlyMap<KindName, PolicyExpression>;
  readonly message: Message;
}

/** Checks the expressions of a policy. A policy with a mistake is not evaluated; the mistake is an error. */
export function checkPolicy(
  policy: Policy,
  environments: readonly string[],
): { readonly checked: CheckedPolicy } | { readonly diagnostics: readonly Diagnostic[] } {
  const { where, assert, message, diagnostics } = checkParts(policy, environments);
  if (assert === undefined || message === undefined || diagnostics.length > 0) return { diagnostics };
  return { checked: { policy, where, assert, message } };
}

/** Checks the parts that an incomplete policy has. */
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
    // If the marked range is itself one of the parts, its label goes to the mark.
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

/** A fix to the intended name if the source has the wrong name letter by letter, else help. */
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

/** The place in edgewright.yaml of a part of a policy's text; the whole text if the part cannot be located. */
export function policyPlace({ place }: PolicyDraft, { node }: PolicyText, part: Range | undefined): Place {
  const { source } = place;
  const within = part === undefined ? undefined : withinText(source, node, part.start, part.end);
  return { source, ...(within ?? trimmedRange(node, source)) };
}
