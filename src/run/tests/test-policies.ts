import { addTo } from '../../text/lists/group-by.ts';
import { compile } from '../../workspace/compile/compile.ts';
import { lint } from '../../lint/engine/lint.ts';
import { notNeededInTests } from '../../lint/engine/lint-documents.ts';
import { policyPlace, type CheckedPolicy } from '../../lint/policy/check-policy.ts';
import { evaluatePolicy, fullPolicyBudget, type PolicyVerdict } from '../../lint/policy/evaluate-policy.ts';
import { checkPolicies } from '../../lint/policy/run-policies.ts';
import { rules } from '../../lint/rules.ts';
import type { CompileResult } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place, Range, Source } from '../../model/document.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { PolicyMismatch, PolicyTest } from '../../model/policy.ts';
import { problem } from '../../model/problem.ts';
import type { TestedCase } from '../../model/traffic/test-report.ts';
import type { Clock } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { timed } from './timed.ts';
import { suggestionOr } from '../../text/suggest.ts';
import { quoted } from '../../text/quoted.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { codeList } from '../../text/words/list-words.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import type { ResourceDocument } from '../../model/workspace/workspace-document.ts';

/** Tests that cannot be run: the mistakes in them or in the policies, and the secrets in their text. */
export interface TestMistakes {
  readonly mistakes: readonly Diagnostic[];
  readonly sensitive?: LintResult['sensitive'];
}

/** The input of a run of tests of lint policies. */
export interface TestedPolicies {
  readonly workspace: Workspace;
  readonly environments: readonly Environment[];
  readonly policies: readonly PolicyTest[];
  /** Measures how long each test takes; absent: nothing is measured. */
  readonly clock?: Pick<Clock, 'now' | 'elapsed'>;
}

/** Runs the tests of lint policies that are for one of these environments. */
export function testPolicies({
  workspace,
  environments,
  policies: tests,
  clock,
}: TestedPolicies): readonly TestedCase[] | TestMistakes {
  const { checked, diagnostics } = checkPolicies(workspace.settings, [...workspace.environments.keys()]);
  const settings = workspace.diagnostics.filter(
    ({ place }) => place.source === workspace.settings.document.source,
  );
  const wrong = [...settings, ...diagnostics].filter(({ severity }) => severity === 'error');
  if (wrong.length > 0) return { mistakes: wrong };
  const cases: TestedCase[] = [];
  const mistakes: Diagnostic[] = [];
  const sensitive = new Map<Source, Range[]>();
  for (const test of tests) {
    const outcome = timed(clock, () => testedPolicy(workspace, checked, test));
    if ('name' in outcome) cases.push(outcome);
    else {
      mistakes.push(...outcome.mistakes);
      for (const [source, ranges] of outcome.sensitive ?? [])
        for (const range of ranges) addTo(sensitive, source, range);
    }
  }
  if (mistakes.length > 0) return { mistakes, sensitive };
  return cases.filter(({ environment }) => environments.some(({ name }) => name === environment));
}

function testedPolicy(
  workspace: Workspace,
  checked: readonly CheckedPolicy[],
  test: PolicyTest,
): TestedCase | TestMistakes {
  const policy = checked.find((candidate) => candidate.policy.name === test.policy);
  if (policy === undefined) {
    const names = checked.map((checkedPolicy) => checkedPolicy.policy.name);
    const help = suggestionOr(test.policy, names, undefined);
    const message = `unknown policy ${quoted(test.policy)}`;
    return {
      mistakes: [problem('policy-test', test.policyPlace, message, withoutUndefined({ help }))],
    };
  }
  const environment = environmentOf(workspace, test);
  if (typeof environment !== 'string') return { mistakes: [environment] };
  const document = resourceOf(test);
  if ('rule' in document) return { mistakes: [document] };
  const compiled = compileAlone(workspace, document, environment);
  if ('mistakes' in compiled) return compiled;
  const [resource] = compiled.desired;
  if (resource !== undefined) {
    const verdict = evaluatePolicy(policy, resource, environment, { steps: fullPolicyBudget });
    return caseOf(test, policy, environment, verdict);
  }
  const message = `the resource of this test is not for ${quoted(environment)}`;
  return { mistakes: [problem('policy-test', test.environmentPlace, message)] };
}

function caseOf(
  test: PolicyTest,
  { policy }: CheckedPolicy,
  environment: string,
  verdict: PolicyVerdict,
): TestedCase {
  const base = { name: test.name, place: test.place, policy: policy.name, environment };
  const difference = differenceOf(test, verdict);
  if (difference === undefined) return { ...base, result: 'ok' };
  const { at, text, mismatch } = difference;
  const finding = problem('test-failed', at, `${test.name}: ${text}`, {
    related: [{ place: policyPlace(policy, policy.assert, undefined), label: 'decided here' }],
    environments: [environment],
  });
  return { ...base, result: 'failed', mismatches: [mismatch], finding };
}

function differenceOf(
  { expect, expectPlace, message, messagePlace }: PolicyTest,
  verdict: PolicyVerdict,
): { readonly at: Place; readonly text: string; readonly mismatch: PolicyMismatch } | undefined {
  const verdictMessage = 'finding' in verdict ? verdict.finding.message : undefined;
  if (verdict.outcome !== expect) {
    const text = `expected ${quoted(expect)}, got ${quoted(verdict.outcome)}${verdictMessage === undefined ? '' : `: ${verdictMessage}`}`;
    return { at: expectPlace, text, mismatch: { key: 'expect', expected: expect, got: verdict.outcome } };
  }
  if (verdictMessage === undefined || message === undefined || verdictMessage === message) return undefined;
  const text = `expected "${message}", got "${verdictMessage}"`;
  return { at: messagePlace, text, mismatch: { key: 'message', expected: message, got: verdictMessage } };
}

function environmentOf({ environments }: Workspace, test: PolicyTest): string | Diagnostic {
  const known = [...environments.keys()];
  const { environment = known.length === 1 ? known[0] : undefined } = test;
  if (environment !== undefined && environments.has(environment)) return environment;
  const message =
    environment === undefined
      ? 'this test has no `environment`, and the workspace has several'
      : `unknown environment ${quoted(environment)}`;
  const all = `write one of ${codeList(known)}`;
  const help = environment === undefined ? all : suggestionOr(environment, known, all);
  return problem('policy-test', test.environmentPlace, message, { help });
}

function resourceOf({ resource, meaning }: PolicyTest): ResourceDocument | Diagnostic {
  switch (meaning?.kind) {
    case 'endpoint':
    case 'https-route':
    case 'tls-edge':
      return meaning;
    case 'preset':
    case 'removed':
    case 'approval':
    case undefined: {
      const place = { source: resource.source, ...resource.range };
      return problem('policy-test', place, 'a `resource` has the `kind` of a resource, and a `name`');
    }
  }
}

/** Compiles the resource like any other, so that a misspelled field is found instead of testing nothing. */
function compileAlone(
  workspace: Workspace,
  resource: ResourceDocument,
  environment: string,
): CompileResult | TestMistakes {
  const { document } = resource;
  const { policyTests: _policies, requestTests: _requests, ...rest } = workspace;
  const alone: Workspace = { ...rest, yaml: [document], resources: [resource], diagnostics: [] };
  const compiled = compile(alone, environment);
  const { diagnostics, sensitive } = lint({
    workspace: alone,
    compiled: new Map([[environment, compiled]]),
    now: new Date(0),
    rules: rules.filter(({ scope, id }) => scope === 'reported' && !notNeededInTests.has(id)),
    baseline: 'ignore',
    files: new Set([document.source.path]),
  });
  const mistakes = diagnostics.filter(({ severity }) => severity === 'error');
  return mistakes.length > 0 ? { mistakes, sensitive } : compiled;
}
