import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isMatched, startGlobs } from '../../text/patterns/glob.ts';
import { editedTo } from '../../edit/edit-to.ts';
import { plainValue } from '../../derive/schema/plain-value.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { usageError } from '../../model/errors.ts';
import type { Source } from '../../model/document.ts';
import type { Io } from '../../model/io.ts';
import type { CompiledResource } from '../../model/desired.ts';
import type { RequestTest } from '../../model/traffic/request-test.ts';
import type { RequestFacts } from '../../model/traffic/request-facts.ts';
import type { RequestWay, TraceAnswer } from '../../model/traffic/trace.ts';
import type { JsonObject } from '../../model/value.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { inertPath } from '../../report/text/inert.ts';
import { yamlText } from '../../report/text/yaml.ts';
import { gotText } from '../../report/tests/request-words.ts';
import { contradictionHelp } from '../../report/trace/fact-help.ts';
import { parseRequest } from '../../routing/traffic/request.ts';
import { openSide } from '../../routing/traffic/side-index.ts';
import { refuseLinks } from '../cli/files/refuse-target.ts';
import { replaceFile } from '../cli/files/replace-file.ts';
import { expectationOf } from './expectation-of.ts';
import { sideOf } from './run-all-tests.ts';
import { runRequestTests } from '../../simulate/run-tests.ts';
import { isJsonMap, isSameJson, jsonItems } from '../../text/json/json-access.ts';
import { readTests } from '../../workspace/settings/request-tests.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';
import { codeList } from '../../text/words/list-words.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import { contradictionText } from '../../report/tests/unknown-words.ts';

/** The file of `--save-test`, from the root of the workspace. */
export function testFile(io: Io, { root, settings }: Workspace, named: string): string {
  const file = path.relative(root, path.resolve(io.cwd, named)).split(path.sep).join('/');
  const target = path.join(root, file);
  if (existsSync(target) && statSync(target).isDirectory())
    throw usageError(
      `\`${named}\` is a folder`,
      `name a file, such as \`${inertPath(file === '' ? 'tests' : file)}/trace.yaml\``,
    );
  if (!isMatched(startGlobs(settings.tests).state, file))
    throw usageError(
      `\`${named}\` is not a test file of this workspace`,
      `name a file that matches ${codeList(settings.tests, ' or ')}`,
    );
  refuseLinks(root, file);
  return file;
}

/** A request with its facts, and the keys of a test that say the same. */
export interface GivenRequest {
  readonly facts: RequestFacts;
  readonly document: Readonly<Record<string, unknown>>;
}

/** Where a test is added, and the environment whose files answer it. */
export interface TestPlace {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly compiled: readonly CompiledResource[];
  /** From the root of the workspace. */
  readonly file: string;
}

/** Adds the request as a test to a file, with what it gets by the files; what is in the file stays as it is. */
export function saveRequestTest(
  { workspace, environment, compiled, file }: TestPlace,
  given: GivenRequest,
  answers: readonly TraceAnswer[],
): { readonly name: string; readonly isNew: boolean } {
  const { root, environments } = workspace;
  const [answer, ...more] = answers;
  if (answer === undefined || more.length > 0)
    throw usageError(
      `the edge of \`${given.facts.url}\` is not known, so no test was written`,
      'name it with `--host <host>=https-edge/<name>`, or write `https-edge/<name>` in place of the host',
    );
  const side = sideOf(environment, compiled, workspace);
  const request = {
    ...(environments.size > 1 ? { environments: [environment.name] } : {}),
    ...given.document,
    ...givenWithEdge(given, answer, openSide(side)),
    expect: expectationOf(answer.way, given.facts.url),
  };
  const target = path.join(root, file);
  const before = existsSync(target) ? readFileSync(target, 'utf8') : '';
  const added = withTest({ path: file, text: before }, nameOf(given, answer.way), request);
  const saved = testsIn(file, added.text).find(({ name }) => name === added.name);
  const [result] = saved === undefined ? [] : runRequestTests([saved], side);
  const [contradiction] = result?.result.contradictions ?? [];
  if (contradiction !== undefined)
    throw usageError(
      `no test was written: ${contradictionText(contradiction).message}`,
      contradictionHelp(contradiction),
    );
  if (result?.result.verdict !== 'ok') throw new Error(`the test of a trace is ${result?.result.verdict}`);
  if (added.text !== before) replaceFile(root, file, added.text);
  return { name: added.name, isNew: added.text !== before };
}

/** The text of a file with one more test, under a name that is free; as it is if it has the test. */
function withTest(
  source: Source,
  name: string,
  request: JsonObject,
): { readonly text: string; readonly name: string } {
  const { documents } = readYaml(source);
  const lists = documents.map(({ root }) => (root === undefined ? {} : plainValue(root)));
  const tests = lists.flatMap((list) => (isJsonMap(list) ? jsonItems(list['tests']).filter(isJsonMap) : []));
  const same = tests.find(({ name: _, ...rest }) => isSameJson(rest, request))?.['name'];
  if (typeof same === 'string') return { text: source.text, name: same };
  const names = tests.map((test) => test['name']);
  let free = name;
  for (let count = 2; names.includes(free); count++) free = `${name} (${count})`;
  const test = { name: free, ...request };
  const last = lists.at(-1) ?? {};
  const wanted = isJsonMap(last) ? { ...last, tests: [...jsonItems(last['tests']), test] } : undefined;
  const read = (source: Source) => readYaml(source).documents;
  const text =
    wanted === undefined
      ? undefined
      : documents.length === 0
        ? source.text + yamlText(wanted)
        : editedTo(source, documents.length - 1, wanted, { read, print: yamlText });
  if (text === undefined)
    throw usageError(
      `a test cannot be added to \`${source.path}\``,
      'name a file with a list of `tests`, or a new one',
    );
  return { text, name: free };
}

function testsIn(file: string, text: string): readonly RequestTest[] {
  const source = { path: file, text };
  const diagnostics: Diagnostic[] = [];
  return readYaml(source).documents.flatMap((document) => readTests({ source, diagnostics }, document));
}

/** `POST shop.example.com/orders gets 201 from backend/orders`. */
function nameOf({ facts: { method, url } }: GivenRequest, { results: [got] }: RequestWay): string {
  const verb = method === 'GET' ? '' : `${method} `;
  const gets = got === undefined ? '' : ` gets ${gotText(got)}`;
  return `${verb}${url.replace(/^https?:\/\//, '')}${gets}`;
}

/** Tests know the files alone: they name an edge that only the API, or an option, tells. */
function givenWithEdge(
  { facts, document }: GivenRequest,
  { edge }: TraceAnswer,
  side: ReturnType<typeof openSide>,
): object {
  const parsed = parseRequest(facts.url, facts);
  const takers = 'request' in parsed ? side.takersOf(parsed.request) : [];
  const [only, ...more] = takers;
  const isKnown = only?.isAssumed === false && more.length === 0;
  if (edge === undefined || isKnown) return {};
  const given = document['given'];
  return { given: { ...(isJsonMap(given) ? given : {}), edge } };
}
