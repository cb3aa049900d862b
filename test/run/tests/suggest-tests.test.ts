/** Suggested tests are green when they are read from a file, and then no test is left to suggest. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { compile } from '../../../src/workspace/compile/compile.ts';
import { loadWorkspace } from '../../../src/workspace/load-workspace.ts';
import type { Workspace } from '../../../src/model/workspace/workspace.ts';
import { sideOf } from '../../../src/run/tests/run-all-tests.ts';
import { suggestTests } from '../../../src/run/tests/suggest/suggest-tests.ts';
import { runRequestTests } from '../../../src/simulate/run-tests.ts';
import { readTests } from '../../../src/workspace/settings/request-tests.ts';
import { readYaml } from '../../../src/derive/yaml/read-yaml.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { RequestTest } from '../../../src/model/traffic/request-test.ts';
import { corpus, filesOf } from '../../exposure/corpus-cases.ts';
import { workspaceOf } from '../../lint/workspace-of.ts';
import { share } from '../../runs.ts';
import type { SuggestedTest } from '../../../src/run/tests/suggest/suggested-test.ts';

interface Suggested {
  readonly tests: number;
  readonly dropped: readonly string[];
}

/** Suggests tests for each resource of each environment, and runs them. */
function suggestedIn(workspace: Workspace): Suggested {
  let tests = 0;
  const dropped: string[] = [];
  for (const environment of workspace.environments.values()) {
    const side = sideOf(environment, compile(workspace, environment.name).desired, workspace);
    for (const server of side.servers) {
      const found = suggestTests(server, side, []);
      const read = testsIn(found.tests, environment.name);
      const results = runRequestTests(read, side);
      expect(
        results.map(({ test: { name }, result }) => [name, result.verdict, result.failures]),
        server.address,
      ).toEqual(found.tests.map(({ name }) => [name, 'ok', []]));
      if (!found.isCut) expect(suggestTests(server, side, results).tests, server.address).toEqual([]);
      tests += found.tests.length;
      dropped.push(...found.dropped.map((conditions) => `${server.address}: ${conditions}`));
    }
  }
  return { tests, dropped };
}

function testsIn(tests: readonly SuggestedTest[], environment: string): readonly RequestTest[] {
  const text = stringify({ tests: tests.map((one) => ({ environments: [environment], ...one })) });
  const diagnostics: Diagnostic[] = [];
  const source = { path: 'tests/suggested.yaml', text };
  const read = readYaml(source).documents.flatMap((document) => readTests({ source, diagnostics }, document));
  expect(diagnostics).toEqual([]);
  return read;
}

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
const names = readdirSync(examples).filter((name) => existsSync(path.join(examples, name, 'resources')));

test.each(names)('example %s', (name) => {
  const { tests, dropped } = suggestedIn(loadWorkspace({ from: path.join(examples, name) }));
  expect(tests).toBeGreaterThan(dropped.length);
});

const base = fileURLToPath(new URL('../../exposure/workspace/', import.meta.url));
const all = share([...corpus.weakenings, ...corpus.rewrites, ...corpus.tightenings]);

test('the corpus', () => {
  let [tests, ways] = [0, 0];
  for (const [, one] of all) {
    const found = suggestedIn(workspaceOf(filesOf(one, one.after), base));
    tests += found.tests;
    ways += found.tests + found.dropped.length;
  }
  expect(tests / ways).toBeGreaterThan(0.8);
}, 600_000);
