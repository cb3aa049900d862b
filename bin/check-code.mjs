/*
 * `node bin/check-code.mjs src|rest`: types and lint of the sources, or of all other TypeScript. The compiler reads the
 * files once, and ESLint's rules ask the program that it made: apart, each of the two would read and resolve everything.
 * Two halves, because neither can use more than one core.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const isSources = process.argv[2] === 'src';
const sources = `${path.join(root, 'src')}${path.sep}`;
const isOurs = (file) => path.resolve(file).startsWith(sources) === isSources;

const configs = isSources
  ? ['tsconfig.json', 'src/report/plan/html/client/tsconfig.json']
  : ['tsconfig.json'];
const programs = configs.map(programOf);
const problems = programs.flatMap((program) => [
  ...program.getConfigFileParsingDiagnostics(),
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...program
    .getSourceFiles()
    .filter(({ fileName }) => isOurs(fileName) && !fileName.includes('/node_modules/'))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
]);
const host = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};
process.stdout.write(ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(problems), host));

const eslint = new ESLint({
  cwd: root,
  overrideConfig: [
    { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false, programs } } },
    ...(isSources ? [] : [{ ignores: ['src/**'] }]),
  ],
});
const results = await eslint.lintFiles([isSources ? 'src' : '.']);
process.stdout.write(await (await eslint.loadFormatter('stylish')).format(results));
const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
process.exitCode = problems.length === 0 && isClean ? 0 : 1;

function programOf(file) {
  const { config } = ts.readConfigFile(path.join(root, file), ts.sys.readFile);
  const folder = path.dirname(path.join(root, file));
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  return ts.createProgram({
    rootNames: fileNames.filter(isOurs),
    // Nothing is kept for a next run.
    options: { ...options, incremental: false, tsBuildInfoFile: undefined },
    configFileParsingDiagnostics: errors,
  });
}
