import { runTests } from '../../run/tests/run-all-tests.ts';
import { choosePaths } from '../../run/lint/chosen-files.ts';
import { lintForEnvironment } from '../../run/lint/lint-workspace.ts';
import { elapsed } from '../../text/waits/elapsed.ts';
import { isMatched, startGlobs } from '../../text/patterns/glob.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { usageError, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { TestFiles, TestReport } from '../../model/traffic/test-report.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import type { CompiledResource } from '../../model/desired.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import {
  outputFiles,
  emptyReports,
  type ReportFlags,
  type ReportKind,
  writeReports,
} from '../../run/cli/reports.ts';
import type { ColorOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import { formatContext, type FormatContext } from '../../run/lint/lint-formats.ts';
import { failureOf } from '../../run/session/ledger/failure-of.ts';
import { accessOf } from '../../run/session/run.ts';
import { openWorkspace } from '../../run/session/workspace/open-workspace.ts';
import { refuseJob } from '../../run/tests/send/refuse-job.ts';
import type { SendOptions } from '../../run/tests/send/send-options.ts';
import type { ToSend } from '../../run/tests/send/send-tests.ts';
import { refuseUnsent } from './refuse-unsent.ts';
import type { TestMistakes } from '../../run/tests/test-policies.ts';
import { nearNames } from '../../text/near-names.ts';
import { suggestions } from '../../text/suggest.ts';
import { policyTestGlob } from '../../workspace/settings/policy-tests.ts';
import { quoted } from '../../text/quoted.ts';
import { wantsColor } from '../../run/cli/terminal.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import { chooseEnvironments } from '../../run/session/workspace/choose-environments.ts';

const testFormats = ['text', 'json', 'junit', 'github', 'markdown'] as const;

type TestFormat = (typeof testFormats)[number];

export const testsReport: ReportKind<TestFormat> = {
  formats: testFormats,
  isCommands: (format) => format === 'github',
  refusal: 'the results of tests do not go to',
  instead: 'name another file; to run the tests of a file, give its name without an option',
};

export interface TestOptions extends ReportFlags<TestFormat>, WorkspaceOptions, ColorOptions, SendOptions {
  readonly env?: readonly string[];
  readonly name?: readonly string[];
  readonly watch?: boolean;
  readonly cover?: boolean;
  readonly suggest?: string;
  /** Whether all tests are listed, however many they are. */
  readonly all?: boolean;
}

/** Exit code 0 if all tests are as expected, 1 if one is not, is undecided, or cannot be run. */
export async function testWorkspace(io: Io, files: readonly string[], options: TestOptions): Promise<number> {
  const once = (): Promise<number> => testOnce(io, files, options);
  if (options.watch !== true) return once();
  const { watchFiles } = await import('../../run/session/workspace/watch-files.ts');
  return watchFiles(io, { options, outputs: outputFiles(options), once });
}

async function testOnce(io: Io, files: readonly string[], options: TestOptions): Promise<number> {
  refuseUnsent(options);
  refuseBesideSuggest(options);
  if (options.send === true) refuseJob(io, options);
  const isText = options.format?.some(({ format }) => format === 'text') ?? true;
  if (options.all === true && !isText) throw usageError('--all requires `--format text`');
  const start = elapsed(io.clock);
  const reports = emptyReports(io, options, testsReport);
  const workspace = await openWorkspace(io, options);
  const environments = chooseEnvironments(workspace, options.env);
  const read = { requests: testsIn(workspace.requestTests), policies: testsIn(workspace.policyTests) };
  const where = `tests are in ${[...workspace.settings.tests, policyTestGlob].join(', ')}`;
  const chosen = choosePaths(io, workspace.root, files, {
    all: [read.requests, read.policies].flatMap(({ paths }) => paths),
    called: 'a test file of this workspace',
    help: where,
  });
  const isChosen = (path: string): boolean => chosen === undefined || chosen.has(path);
  const mistakes = [...read.requests.diagnostics, ...read.policies.diagnostics].filter(
    ({ place, severity }) => severity === 'error' && isChosen(place.source.path),
  );
  const inFiles = <Test>(tests: TestsOfFiles<Test>): readonly Test[] =>
    tests.files.filter(({ source }) => isChosen(source.path)).flatMap((file) => file.tests);
  const [ofRequests, ofPolicies] = [inFiles(read.requests), inFiles(read.policies)];
  const tests: readonly NamedTest[] = [...ofRequests, ...ofPolicies];
  if (tests.length > 0 && mistakes.length === 0) refuseNames(options.name ?? [], tests);
  const isNamed = nameFilter(options.name);
  const [requests, policies] = [ofRequests.filter(isNamed), ofPolicies.filter(isNamed)];
  if (options.suggest !== undefined && mistakes.length === 0) {
    const sides: { readonly environment: Environment; readonly desired: readonly CompiledResource[] }[] = [];
    for (const environment of environments) {
      const { desired } = await lintForEnvironment({ io, workspace, environment }, { mayBeSent: true });
      sides.push({ environment, desired });
    }
    const { printSuggestions } = await import('./print-suggestions.ts');
    printSuggestions(io, { workspace, address: options.suggest, requests, sides });
    return exitCodes.ok;
  }
  if (requests.length + (options.send === true ? 0 : policies.length) + mistakes.length === 0) {
    throw new UserError(exitCodes.configuration, 'the workspace has no test', {
      help: `${where}; \`edgewright explain test\` shows one`,
    });
  }
  const desiredOf = async (name: string): Promise<readonly CompiledResource[]> =>
    (await lintForEnvironment({ io, workspace, environment: { name } }, { mayBeSent: true })).desired;
  const report =
    options.send === true
      ? await sentReport({
          run: { io, workspace, ...accessOf(options) },
          environments,
          requests,
          mistakes,
          desiredOf,
          options,
        })
      : await runTests({
          workspace,
          environments,
          requests,
          policies,
          mistakes,
          desiredOf,
          cover: options.cover === true,
          clock: io.clock,
        });
  if ('mistakes' in report) return refuse(io, report);
  const isWhole =
    options.send !== true && chosen === undefined && options.name === undefined && options.env === undefined;
  const untested = isWhole ? untestedPolicies(workspace, new Set(policies.map(({ policy }) => policy))) : [];
  const gaps = await untestedIn(report, options);
  await writeReports(io, testsReport, reports, (placedReport) =>
    renderedReport(
      { ...report, untested, gaps, ms: elapsed(io.clock) - start },
      placedReport.format,
      formatContext(io, { ...options, file: placedReport.file, room: placedReport.room }),
      placedReport.file !== undefined || !io.stdoutIsTerminal ? 'log' : options.all === true ? 'all' : 'few',
    ),
  );
  return isAsExpected(report) ? exitCodes.ok : exitCodes.configuration;
}

/** A test that is skipped fails no run, unless there are more than edgewright.yaml allows. */
function isAsExpected({ cases, mostSkipped }: TestReport): boolean {
  return mostSkipped === undefined && cases.every(({ result }) => result === 'ok' || result === 'skipped');
}

/** Sends the tests of requests; those of lint policies have nothing to send. */
async function sentReport({
  mistakes,
  ...toSend
}: ToSend & TestMistakes): Promise<TestReport | TestMistakes> {
  if (mistakes.length > 0) return { mistakes };
  const { sendTests } = await import('../../run/tests/send/send-tests.ts');
  const report = await sendTests(toSend);
  if (report.cases.some(({ sent }) => sent?.answering === 'dev'))
    toSend.run.io.stderr(
      'note: sent to `edgewright dev` on this machine, with the facts of the tests; nothing was sent to what is deployed\n',
    );
  if (toSend.options.explain !== true) return report;
  const { withObjects } = await import('../../run/tests/send/with-objects.ts');
  return withObjects(toSend, report);
}

/** Options of results: suggested tests are one YAML document on stdout. */
function refuseBesideSuggest(options: TestOptions): void {
  if (options.suggest === undefined) return;
  const beside = (['cover', 'format', 'output', 'watch'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (beside !== undefined)
    throw usageError(
      `--suggest and --${beside} exclude each other`,
      'the tests go to standard output: `> tests/suggested.yaml` saves them',
    );
}

/** The rules and modules that no test takes, if coverage is asked for. */
async function untestedIn(
  { covered }: TestReport,
  { workspace }: TestOptions,
): Promise<readonly Diagnostic[]> {
  if (covered === undefined) return [];
  const { untestedParts } = await import('../../report/tests/cover-text.ts');
  return untestedParts(covered, (address) => commandLine(['test', '--suggest', address], { workspace }));
}

interface TestsOfFiles<Test> extends TestFiles<Test> {
  readonly paths: readonly string[];
}

function testsIn<Test>(read: (() => TestFiles<Test>) | undefined): TestsOfFiles<Test> {
  if (read === undefined) throw new Error('a workspace on disk has test files');
  const { files, diagnostics } = read();
  const unread = diagnostics.map(({ place }) => place.source.path);
  return { files, diagnostics, paths: [...files.map(({ source }) => source.path), ...unread] };
}

/** Refuses a name that no test has. */
function refuseNames(wanted: readonly string[], tests: readonly NamedTest[]): void {
  const unmatched = wanted.find((pattern) => !tests.some(nameFilter([pattern])));
  if (unmatched === undefined) return;
  const names = [...new Set(tests.map(({ name, table = name }) => table))];
  const [near] = suggestions(unmatched, names);
  const others = names.filter((name) => name !== near);
  const are = others.length === 1 ? 'is' : 'are';
  const help =
    near === undefined
      ? `there ${are} ${nearNames(unmatched, others, 10)}; \`*\` matches any characters`
      : `did you mean \`--name ${JSON.stringify(near)}\`?${others.length === 0 ? '' : ` There ${are} also ${nearNames(unmatched, others, 10)}.`}`;
  throw usageError(`no test has the name ${quoted(unmatched)}`, help);
}

interface NamedTest {
  readonly name: string;
  /** The name of the test with `each`. */
  readonly table?: string;
}

/** The names by which a test can be meant: that of a request of `each`, and that of the whole. */
function namesOf({ name, table }: NamedTest): readonly string[] {
  return table === undefined ? [name] : [table, name];
}

function nameFilter(names: readonly string[] | undefined): (test: NamedTest) => boolean {
  if (names === undefined) return () => true;
  const globs = startGlobs(names.map((name) => name.replaceAll(/[\s/]/g, '-'))).state;
  return (test) =>
    namesOf(test).some((name) => names.includes(name) || isMatched(globs, name.replaceAll(/[\s/]/g, '-')));
}

function untestedPolicies({ settings }: Workspace, tested: ReadonlySet<string>): readonly string[] {
  return settings.policies.map(({ name }) => name).filter((name) => !tested.has(name));
}

async function refuse(io: Io, { mistakes, sensitive = new Map() }: TestMistakes): Promise<number> {
  const [{ lintPretty }, { diagnosticOrder }] = await Promise.all([
    import('../../report/findings/lint-pretty.ts'),
    import('../../lint/engine/finding-collector.ts'),
  ]);
  const result = {
    diagnostics: mistakes.map(withoutFix).sort(diagnosticOrder),
    counts: { error: mistakes.length, warn: 0, info: 0 },
    fixable: { safe: 0, unsafe: 0 },
    sensitive,
    suppressed: 0,
    baselined: 0,
    files: new Set(mistakes.map(({ place }) => place.source)).size,
  };
  io.stderr(lintPretty(result, { color: wantsColor(io, { color: 'auto' }), columns: io.columns }));
  return failureOf(mistakes) ?? exitCodes.configuration;
}

/** This command applies no fixes, so their titles are shown as help. */
function withoutFix({ fix, help = fix?.title, ...rest }: Diagnostic): Diagnostic {
  return help === undefined ? rest : { ...rest, help };
}

async function renderedReport(
  report: TestReport,
  format: TestFormat,
  { terminal, folder }: FormatContext,
  list: 'log' | 'all' | 'few',
): Promise<string> {
  const { testGithub, testJson, testJunit, testMarkdown, testText } =
    await import('../../report/tests/test-results.ts');
  switch (format) {
    case 'text':
      return testText(report, { ...terminal(), list });
    case 'json':
      return testJson(report);
    case 'junit':
      return testJunit(report, await folder());
    case 'github':
      return testGithub(report, await folder());
    case 'markdown':
      return testMarkdown(report, await folder());
  }
}
