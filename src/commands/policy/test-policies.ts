import path from 'node:path';
import { wantsColor } from '../../run/cli/color.ts';
import type { WorkspaceOptions } from '../../run/cli/options.ts';
import { compile } from '../../workspace/compile/compile.ts';
import { diagnosticOrder } from '../../lint/engine/finding-collector.ts';
import { lint } from '../../lint/engine/lint.ts';
import type { CheckedPolicy } from '../../lint/policy/check-policy.ts';
import { checkPolicies } from '../../lint/policy/run-policies.ts';
import { runPolicyTest } from '../../lint/policy/run-test.ts';
import { rules } from '../../lint/rules.ts';
import type { CompileResult } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Range, Source } from '../../model/document.ts';
import { UserError, exitCodes } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { PolicyTest, PolicyTestResult } from '../../model/policy/policy-test.ts';
import { problem, quoted } from '../../model/problem.ts';
import type { ResourceDocument, Workspace } from '../../model/workspace.ts';
import { lintPretty } from '../../report/findings/lint-pretty.ts';
import { policyTestsText } from '../../report/policy-tests-text.ts';
import { failureOf } from '../../run/session/ledger/failure-of.ts';
import { openWorkspace } from '../../run/session/workspace/open-workspace.ts';
import { suggestionOr } from '../../text/suggest.ts';
import { meaningsOf } from '../../workspace/documents/documents.ts';
import { policyTestGlob, readPolicyTests } from '../../workspace/settings/policy-tests.ts';

/** A test needs only the fields that the policy reads, so these findings are ignored. */
const notNeeded: ReadonlySet<string> = new Set(['missing-field', 'document-empty']);

/** Runs the test files of a workspace. Exit code 0 if all results are as expected, 1 if one is not or cannot be run. */
export async function testPolicies(
  io: Io,
  files: readonly string[],
  options: WorkspaceOptions,
): Promise<number> {
  const workspace = await openWorkspace(io, options);
  const set = checkPolicies(workspace.settings, [...workspace.environments.keys()]);
  const settings = workspace.diagnostics.filter(
    ({ place }) => place.source === workspace.settings.document.source,
  );
  const wrong = [...settings, ...set.diagnostics].filter(({ severity }) => severity === 'error');
  if (wrong.length > 0) return refuse(io, workspace.sources.size, wrong);
  const tests = readPolicyTests(
    workspace.root,
    files.map((file) => relative(io, workspace, file)),
  );
  const cases = tests.files.flatMap((file) => file.tests);
  const results: PolicyTestResult[] = [];
  const mistakes = [...tests.diagnostics];
  const sensitive = new Map<Source, readonly Range[]>();
  for (const test of cases) {
    const outcome = runPolicyCase(workspace, set.checked, test);
    if ('failure' in outcome) results.push(outcome);
    else {
      mistakes.push(...outcome.mistakes);
      for (const [source, ranges] of outcome.sensitive ?? [])
        sensitive.set(source, [...(sensitive.get(source) ?? []), ...ranges]);
    }
  }
  if (mistakes.length > 0) return refuse(io, tests.files.length, mistakes, sensitive);
  if (cases.length === 0) {
    throw new UserError(exitCodes.configuration, 'there is no policy test', {
      help: `tests are in ${policyTestGlob}; \`edgewright policy test --help\``,
    });
  }
  const tested = new Set(cases.map(({ policy }) => policy));
  const untested = workspace.settings.policies.map(({ name }) => name).filter((name) => !tested.has(name));
  io.stdout(policyTestsText(tests.files, results, files.length === 0 ? untested : []));
  return results.some(({ failure }) => failure !== undefined) ? exitCodes.configuration : exitCodes.ok;
}

function refuse(
  io: Io,
  files: number,
  diagnostics: readonly Diagnostic[],
  sensitive: LintResult['sensitive'] = new Map(),
): number {
  const counts = { error: diagnostics.length, warn: 0, info: 0 };
  const fixable = { safe: 0, unsafe: 0 };
  const nothing = { suppressed: 0, baselined: 0, fixable, files };
  // This command applies no fixes, so their titles are shown as help.
  const plain = diagnostics
    .map(({ fix, help = fix?.title, ...rest }) => (help === undefined ? rest : { ...rest, help }))
    .sort(diagnosticOrder);
  const color = wantsColor(io, { color: 'auto' });
  io.stderr(
    lintPretty({ diagnostics: plain, counts, sensitive, ...nothing }, { color, columns: io.columns }),
  );
  return failureOf(diagnostics) ?? exitCodes.configuration;
}

function relative(io: Io, { root }: Workspace, file: string): string {
  const found = path.relative(root, path.resolve(io.cwd, file));
  if (found.startsWith('..') || path.isAbsolute(found)) {
    throw new UserError(exitCodes.usage, `\`${file}\` is outside of the workspace`);
  }
  return found.split(path.sep).join('/');
}

/** A case that cannot be run: its mistakes, and the secrets in its text. */
interface CaseMistakes {
  readonly mistakes: readonly Diagnostic[];
  readonly sensitive?: LintResult['sensitive'];
}

/** Runs one case of a test file against the policy it names. */
function runPolicyCase(
  workspace: Workspace,
  checked: readonly CheckedPolicy[],
  test: PolicyTest,
): PolicyTestResult | CaseMistakes {
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

/** Compiles the resource like any other, so that a misspelled field is found instead of testing nothing. */
function compileAlone(
  workspace: Workspace,
  resource: ResourceDocument,
  environment: string,
): CompileResult | CaseMistakes {
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
