/** The installed package: its command line, the library in both module systems, and the examples of docs/library.md. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../src/version.ts';
import { libraryBlocks, withPlace } from '../docs/page.ts';
import { installPackage, repository, type Installed } from './installed.ts';

let installed: Installed;
beforeAll(() => {
  installed = installPackage();
  installed.edgewright('init', 'my-edges');
});
afterAll(() => installed.remove());

test('npx runs the command line', () => {
  const { stdout } = installed.run('npx', ['--offline', '--no-install', 'edgewright', '--version']);
  expect(stdout).toBe(`${version}\n`);
});

test('lint, plan and apply run, and the next plan is empty', () => {
  expect(installed.edgewright('lint', '-C', 'my-edges').stdout).toBe('no problems in 3 files\n');
  const changes = (): number | null =>
    installed.edgewright('plan', '-C', 'my-edges', '--local', '--detailed-exitcode').exit;
  expect(changes()).toBe(2);
  expect(installed.edgewright('apply', '-C', 'my-edges', '--local', '--yes').exit).toBe(0);
  expect(changes()).toBe(0);
});

const program = (load: string): string => `${load}
void (async () => {
  const workspace = await loadWorkspace({ folder: 'my-edges', env: {} });
  const { plans } = await plan(workspace, { api: 'local' });
  const bodies = await compile(workspace);
  const { counts } = await lint(workspace);
  const lost = await loadWorkspace({ folder: '/' }).catch((error) => error instanceof EdgewrightError && error.exitCode);
  console.log(JSON.stringify([plans.length, Object.keys(bodies), counts.error, lost]));
})();
`;
const names = '{ compile, EdgewrightError, lint, loadWorkspace, plan }';

test.each([
  ['esm.mjs', `import ${names} from 'edgewright';`],
  ['common.cjs', `const ${names} = require('edgewright');`],
])('%s uses the library', (file, load) => {
  writeFileSync(path.join(installed.folder, file), program(load));
  const { stdout, stderr } = installed.run(process.execPath, [file]);
  expect([stdout, stderr]).toEqual(['[1,["endpoint/hello"],0,78]\n', '']);
});

test('both module systems get the same classes', () => {
  const text = `import { createRequire } from 'node:module';
import { EdgewrightError } from 'edgewright';
console.log(createRequire(import.meta.url)('edgewright').EdgewrightError === EdgewrightError);\n`;
  writeFileSync(path.join(installed.folder, 'same.mjs'), text);
  expect(installed.run(process.execPath, ['same.mjs']).stdout).toBe('true\n');
});

test('schemas and the manifest can be imported', () => {
  const text = `const schema = require('edgewright/schemas/plan.schema.json');
console.log(schema.title, require('edgewright/package.json').version);\n`;
  writeFileSync(path.join(installed.folder, 'data.cjs'), text);
  const { stdout } = installed.run(process.execPath, ['data.cjs']);
  expect(stdout).toBe(`edgewright plan --format json ${version}\n`);
});

test('importing it reads no variable, prints nothing and lets the process end', () => {
  const text = `const read = [];
Object.defineProperty(process, 'env', { value: new Proxy(process.env, { get: (_, name) => void read.push(name) }) });
const before = [process.listenerCount('exit'), process.listenerCount('SIGINT')].join();
require('edgewright');
process.stdout.write([...read, before === [process.listenerCount('exit'), process.listenerCount('SIGINT')].join()].join());\n`;
  writeFileSync(path.join(installed.folder, 'quiet.cjs'), text);
  expect(installed.run(process.execPath, ['quiet.cjs'])).toEqual({ stdout: 'true', stderr: '', exit: 0 });
});

const strict: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmitOnError: true,
  types: ['node'],
  typeRoots: [path.join(repository, 'node_modules/@types')],
};

test('the page has examples', () => {
  expect(libraryBlocks.length).toBeGreaterThan(3);
});

test('the examples have no type errors, in either module system; a wrong option has one', () => {
  const files = libraryBlocks.map(({ text }, index) => written(`example-${index}.mts`, text));
  const common = written(
    'common.cts',
    `import edgewright = require('edgewright');\nexport const load = edgewright.loadWorkspace;\n`,
  );
  const wrong = written(
    'wrong.mts',
    `import { loadWorkspace } from 'edgewright';\nawait loadWorkspace({ folders: 'x' });\n`,
  );
  const program = ts.createProgram([...files, common, wrong], strict);
  const found = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ');
    return `${path.basename(file?.fileName ?? '')}: ${text}`;
  });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^wrong\.mts: .*'folders' does not exist in type 'LoadOptions'/);
});

test.each(withPlace(libraryBlocks))('%s: prints its comments', (_place, { text }) => {
  const js = ts.transpileModule(text, { compilerOptions: { ...strict, module: ts.ModuleKind.ESNext } });
  written('example.mjs', js.outputText);
  rmSync(path.join(installed.folder, 'my-edges'), { recursive: true, force: true });
  installed.edgewright('init', 'my-edges');
  const { stdout, stderr } = installed.run(process.execPath, ['example.mjs']);
  const said = [...text.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
  expect([stdout.split('\n').filter((line) => line !== ''), stderr]).toEqual([said, '']);
});

function written(name: string, text: string): string {
  const file = path.join(installed.folder, name);
  writeFileSync(file, text);
  return file;
}
