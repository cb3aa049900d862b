import type { Compiled } from '../../model/desired.ts';
import { compile } from '../../compile/compile.ts';
import { problem, quoted } from '../../model/problem.ts';
import { suggestionOr } from '../../text/suggest.ts';
import { lint } from '../../lint/engine/lint.ts';
import type { CheckedPolicy } from '../../lint/policy/check-policy.ts';
import { runPolicyTest } from '../../lint/policy/run-test.ts';
import { rules } from '../../lint/rules.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { PolicyTest, PolicyTestResult } from '../../model/policy/policy-test.ts';
import type { ResourceDocument, Workspace } from '../../model/workspace.ts';
import { meaningsOf } from '../../workspace/documents/documents.ts';

/** A case that cannot be run: its mistakes, and the secrets in its text. */
export interface Mistaken {
  readonly mistakes: readonly Diagnostic[];
  readonly sensitive?: LintResult['sensitive'];
}

/** Runs one case of a test file against the policy it names. */
export function runPolicyCase(
  workspace: Workspace,
  checked: readonly CheckedPolicy[],
  test: PolicyTest,
): PolicyTestResult | Mistaken {
  const policy = checked.find((one) => one.policy.name === test.policy);
  if (policy === undefined) {
    const names = checked.map((one) => one.policy.name);
    const help = suggestionOr(test.policy, names, undefined);
    const message = `unknown policy ${quoted(test.policy)}`;
    return {
      mistakes: [problem('policy-test', test.policyPlace, message, help === undefined ? {} : { help })],
    };
  }
  const environment = environmentOf(workspace, test);
  if (typeof environment !== 'string') return { mistakes: [environment] };
  const document = resourceOf(test);
  if ('rule' in document) return { mistakes: [document] };
  const compiled = compileAlone(workspace, document, environment);
  if ('mistakes' in compiled) return compiled;
  const [resource] = compiled.desired;
  if (resource !== undefined) return runPolicyTest(test, policy, resource, environment);
  const message = `the resource of this test is not for ${quoted(environment)}`;
  return { mistakes: [problem('policy-test', test.environmentPlace, message)] };
}

function environmentOf({ environments }: Workspace, test: PolicyTest): string | Diagnostic {
  const known = [...environments.keys()];
  const { environment = known.length === 1 ? known[0] : undefined } = test;
  if (environment !== undefined && environments.has(environment)) return environment;
  const message =
    environment === undefined
      ? 'this test has no `environment`, and the workspace has several'
      : `unknown environment ${quoted(environment)}`;
  const all = `write one of ${known.map((name) => `\`${name}\``).join(', ')}`;
  const help = environment === undefined ? all : suggestionOr(environment, known, all);
  return problem('policy-test', test.environmentPlace, message, { help });
}

function resourceOf({ resource }: PolicyTest): ResourceDocument | Diagnostic {
  const [document] = meaningsOf(resource);
  switch (document?.kind) {
    case 'endpoint':
    case 'https-route':
    case 'tls-edge':
      return document;
    case 'preset':
    case 'removed':
    case 'approval':
    case undefined: {
      const place = { source: resource.source, ...resource.range };
      return problem('policy-test', place, 'a `resource` has the `kind` of a resource, and a `name`');
    }
  }
}

/** A test needs only the fields that the policy reads, so these findings are ignored. */
const notNeeded: ReadonlySet<string> = new Set(['missing-field', 'document-empty']);

/** Compiles the resource like any other, so that a misspelled field is found instead of testing nothing. */
function compileAlone(
  workspace: Workspace,
  resource: ResourceDocument,
  environment: string,
): Compiled | Mistaken {
  const { document } = resource;
  const alone: Workspace = { ...workspace, yaml: [document], resources: [resource], diagnostics: [] };
  const compiled = compile(alone, environment);
  const { diagnostics, sensitive } = lint({
    workspace: alone,
    compiled: new Map([[environment, compiled]]),
    now: new Date(0),
    rules: rules.filter(({ scope, id }) => scope === 'reported' && !notNeeded.has(id)),
    baseline: 'ignore',
    files: new Set([document.source.path]),
  });
  const mistakes = diagnostics.filter(({ severity }) => severity === 'error');
  return mistakes.length > 0 ? { mistakes, sensitive } : compiled;
}
