/** The package as a library: `import { loadWorkspace, lint, compile, plan, test } from 'edgewright'`. */
export { openLoaded as loadWorkspace } from './open-loaded.ts';
export { lintLoaded as lint } from './lint-loaded.ts';
export { compileLoaded as compile } from './compile-loaded.ts';
export { planLoaded as plan } from './plan-loaded.ts';
export { expectRequest, testLoaded as test } from './test-loaded.ts';
export { EdgewrightApiError, EdgewrightError, EdgewrightLintError } from './open-loaded.ts';
export { version } from '../../version.ts';
export type { LintOutputFinding as Diagnostic } from './lint-json.gen.ts';
export type * from './library-options.ts';
export type * from './lint-json.gen.ts';
export type * from './plan-json.gen.ts';
