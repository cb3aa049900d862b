/** A command that is killed while it writes an event: the outputs say what came before. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readInputs } from '../../../src/package/action/read-inputs.ts';
import { resultsOf, writeRoutes } from '../../../src/package/action/results.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'killed-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const events = [
  '{"event":"start","environment":"production"}\n',
  '{"event":"summary","environment":"production","counts":{"created":2}}\n',
  '{"event":"start","environment":"sta',
];

test.each([1, 2, 3])('%i lines', async (count) => {
  const file = path.join(folder, 'result.json');
  writeFileSync(file, events.slice(0, count).join(''));
  const counts = count < 2 ? {} : { created: 2 };
  expect(resultsOf('apply', file)).toEqual({ changes: String(count > 1), counts: JSON.stringify(counts) });
  const step = { folder, run: () => Promise.resolve({ exitCode: 0, stdout: 'edghts_1/edghtsrt_1\n' }) };
  const inputs = readInputs({ env: { INPUT_MODE: 'apply' } });
  expect(await writeRoutes(inputs, step, file)).toEqual({
    'routes-path': path.join(folder, 'routes-production.txt'),
  });
});
