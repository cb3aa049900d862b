import path from 'node:path';
import { diagnosticOrder } from '../../lint/engine/finding-collector.ts';
import { checkPolicies } from '../../lint/policy/policies.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Range, Source } from '../../model/document.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { PolicyTestResult } from '../../model/policy/policy-test.ts';
import type { Workspace } from '../../model/workspace.ts';
import { lintPretty } from '../../report/findings/lint-pretty.ts';
import { policyTestsText } from '../../report/policy-tests.ts';
import { policyTestGlob, readPolicyTests } from '../../workspace/settings/policy-tests.ts';
import { wantsColor } from '../../cli/color.ts';
import { failureOf } from '../../session/ledger/failure-of.ts';
import { openWorkspace } from '../../session/workspace/open-workspace.ts';
import type { WorkspaceOptions } from '../../cli/options.ts';
import { runPolicyCase } from './policy-case.ts';

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
