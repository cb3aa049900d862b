import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generatedFiles } from '../../../src/package/codegen/generated-files.ts';

const root = path.join(import.meta.dirname, '../../..');

/* As `npm run check:generated`, so that the tests alone notice a table whose page or schema was not written again. */
test.each([...generatedFiles(root)])('%s is current', (file, text) => {
  expect(readFileSync(path.join(root, file), 'utf8')).toBe(text);
});
