/** Mistakes that are planted in the engine, one after the other: the cases alone must find them. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import * as secrets from '../../src/model/secret.ts';
import type { RequestTest } from '../../src/model/traffic/request-test.ts';
import { sideOf } from '../../src/run/tests/run-all-tests.ts';
import type { runRequestTests, TestSide } from '../../src/simulate/run-tests.ts';
import { compile } from '../../src/workspace/compile/compile.ts';
import type { requestFactsOf } from '../../src/workspace/settings/request-tests.ts';
import { plantedIn, plantedText, type PlantedMistake } from '../planted-edits.ts';
import { workspaceOf } from '../lint/workspace-of.ts';
import { caseFiles, caseWorkspace, type RequestCase } from './case-files.ts';

interface Engine {
  readonly runRequestTests: typeof runRequestTests;
  readonly requestFactsOf: typeof requestFactsOf;
}

const mistakes = plantedIn('simulate/planted.yaml');
const sources = path.join(import.meta.dirname, '../../src');
const cases = [...caseFiles.values()].flat().map(opened);

interface OpenedCase {
  readonly expected: RequestCase;
  readonly side: TestSide;
  readonly read: readonly RequestTest[];
}

function opened(expected: RequestCase): OpenedCase {
  const { files, env = 'production', test: request } = expected;
  const tests = { tests: [{ name: 'case', environments: [env], ...request }] };
  const workspace = workspaceOf({ ...files, 'tests/case.yaml': stringify(tests) }, caseWorkspace);
  const environment = workspace.environments.get(env);
  if (environment === undefined) throw new Error(`no environment ${env}`);
  const side = sideOf(environment, compile(workspace, env).desired, workspace);
  return { expected, side, read: workspace.requestTests?.().files.flatMap((file) => file.tests) ?? [] };
}

test('the engine without a mistake passes', async () => {
  expect(foundBy(await engineWith([]))).toEqual([]);
});

test('each of forty mistakes is found', async () => {
  const survivors: string[] = [];
  for (const { what, edits } of mistakes) {
    try {
      if (foundBy(await engineWith(edits)).length === 0) survivors.push(what);
    } catch (error) {
      // An engine that does not run is no mistake that a case finds.
      throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
    }
  }
  expect(mistakes).toHaveLength(40);
  expect(survivors).toEqual([]);
});

/** The names of the cases that an engine does not pass. */
function foundBy({ runRequestTests, requestFactsOf }: Engine): readonly string[] {
  return cases.flatMap(({ expected, side, read }) => {
    const { name, outcome, missing = [], test: request } = expected;
    const tests = read.map((one) => ({ ...one, facts: requestFactsOf(request) }));
    const [{ result } = { result: undefined }] = runRequestTests(tests, side);
    const given = result?.verdict === 'undecided' ? result.missing.map(({ give }) => give ?? '') : [];
    const isAsExpected =
      result?.verdict === outcome && missing.every((fact) => given.some((give) => give.includes(fact)));
    return isAsExpected ? [] : [name];
  });
}

async function engineWith(edits: PlantedMistake['edits']): Promise<Engine> {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "export * from './simulate/run-tests.ts';\nexport { requestFactsOf } from './workspace/settings/request-tests.ts';",
      resolveDir: sources,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'iife',
    globalName: 'engine',
    logLevel: 'error',
    plugins: [planting(edits)],
  });
  const load = compileFunction(`${outputFiles[0]?.text}\nreturn engine;`, ['require', 'secrets']);
  // The resources have secrets of the test's own module.
  return Reflect.apply(load, undefined, [createRequire(import.meta.url), secrets]) as Engine;
}

function planting(edits: PlantedMistake['edits']): Plugin {
  return {
    name: 'planting',
    setup: (building) => {
      building.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path: file }) => {
        if (file.endsWith('/model/secret.ts'))
          return { contents: `export const { ${Object.keys(secrets).join(', ')} } = secrets;`, loader: 'js' };
        return { contents: plantedText(file, edits), loader: 'ts' };
      });
    },
  };
}
