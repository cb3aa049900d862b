import path from 'node:path';
import { isMatched, startGlobs } from '../../domain/glob.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { TestReport } from '../../model/test-report.ts';
import type { RequestTest } from '../../model/traffic/request-test.ts';
import { wantsColor } from '../../run/cli/color.ts';
import { writeResult } from '../../run/cli/files/write-result.ts';
import type { ColorOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import { chooseEnvironments, openWorkspace } from '../../run/session/workspace/open-workspace.ts';

export const testFormats = ['text', 'json', 'junit', 'github', 'markdown'] as const;

export interface TestOptions extends WorkspaceOptions, ColorOptions {
  readonly env?: readonly string[];
  readonly name?: readonly string[];
  readonly format: (typeof testFormats)[number];
  readonly output?: string;
}

/** Exit code 0 if all tests are as expected, 1 if one is not, is undecided, or cannot be run. */
export async function testWorkspace(io: Io, files: readonly string[], options: TestOptions): Promise<number> {
  const [{ readRequestTests }, { testRequests }, { diskTree }, { outerIgnored }] = await Promise.all([
    import('../../workspace/settings/request-tests.ts'),
    import('../../run/workflow/tests/test-requests.ts'),
    import('../../workspace/files/file-tree.ts'),
    import('../../workspace/files/find-root.ts'),
  ]);
  const workspace = await openWorkspace(io, options);
  const environments = chooseEnvironments(workspace, options.env);
  const chosen = files.map((file) => relative(io, workspace.root, file));
  const read =
    chosen.length === 0
      ? workspace.requestTests?.()
      : readRequestTests(
          {
            tree: diskTree(workspace.root),
            settings: workspace.settings,
            ignored: outerIgnored(workspace.root),
          },
          chosen,
        );
  if (read === undefined) throw new Error('a workspace on disk has test files');
  if (read.diagnostics.length > 0) return refuse(io, read.files.length, read.diagnostics);
  const tests = read.files.flatMap((file) => file.tests).filter(nameFilter(options.name));
  if (tests.length === 0) {
    throw new UserError(exitCodes.configuration, 'there is no test', {
      help: `tests are in ${workspace.settings.tests.join(', ')}; \`edgewright explain test\` shows one`,
    });
  }
  const { lintForEnvironment } = await import('../../run/workflow/lint/lint-workspace.ts');
  const report = await testRequests({
    workspace,
    environments,
    tests,
    desiredOf: async (name) => {
      const { desired, failure } = await lintForEnvironment(io, workspace, name);
      return failure ?? desired;
    },
  });
  if (typeof report === 'number') return report;
  writeResult(io, await textOf(io, report, options), options.output);
  return report.cases.every(({ result }) => result === 'ok') ? exitCodes.ok : exitCodes.configuration;
}

function nameFilter(names: readonly string[] | undefined): (test: RequestTest) => boolean {
  if (names === undefined) return () => true;
  const globs = startGlobs(names.map((name) => name.replaceAll(/[\s/]/g, '-'))).state;
  return ({ name }) => names.includes(name) || isMatched(globs, name.replaceAll(/[\s/]/g, '-'));
}

function relative(io: Io, root: string, file: string): string {
  const found = path.relative(root, path.resolve(io.cwd, file));
  if (found.startsWith('..') || path.isAbsolute(found))
    throw new UserError(exitCodes.usage, `\`${file}\` is outside of the workspace`);
  return found.split(path.sep).join('/');
}

async function refuse(io: Io, files: number, diagnostics: readonly Diagnostic[]): Promise<number> {
  const [{ lintPretty }, { diagnosticOrder }] = await Promise.all([
    import('../../report/findings/lint-pretty.ts'),
    import('../../lint/engine/finding-collector.ts'),
  ]);
  const result = {
    diagnostics: [...diagnostics].sort(diagnosticOrder),
    counts: { error: diagnostics.length, warn: 0, info: 0 },
    fixable: { safe: 0, unsafe: 0 },
    sensitive: new Map(),
    suppressed: 0,
    baselined: 0,
    files,
  };
  io.stderr(lintPretty(result, { color: wantsColor(io, { color: 'auto' }), columns: io.columns }));
  return exitCodes.configuration;
}

async function textOf(io: Io, report: TestReport, options: TestOptions): Promise<string> {
  const { testGithub, testJson, testJunit, testMarkdown, testText } =
    await import('../../report/tests/test-results.ts');
  switch (options.format) {
    case 'text':
      return testText(report, {
        color: wantsColor(io, options) && options.output === undefined,
        columns: io.columns,
      });
    case 'json':
      return testJson(report);
    case 'junit':
      return testJunit(report);
    case 'github':
      return testGithub(report);
    case 'markdown':
      return testMarkdown(report);
  }
}
