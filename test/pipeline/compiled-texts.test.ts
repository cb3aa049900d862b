import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Desired } from '../../src/model/desired.ts';
import { compiledTexts, compiledValue } from '../../src/report/compiled.ts';
import { jsonText } from '../../src/report/text/json.ts';
import { yamlText } from '../../src/report/text/yaml.ts';
import { arbitraryWorkspace } from '../arbitraries/workspace.ts';
import { runs } from '../runs.ts';
import { write } from './written.ts';

const shows = ['bodies', 'requests', 'origins'] as const;

function expectWhole(desired: readonly Desired[]): void {
  for (const show of shows) {
    const value = compiledValue(desired, { show });
    expect([...compiledTexts(desired, { show, format: 'json' })].join('')).toBe(jsonText(value));
    expect([...compiledTexts(desired, { show, format: 'yaml' })].join('')).toBe(yamlText(value));
  }
}

test('the parts of the output of compile are the whole', () => {
  expectWhole([]);
  fc.assert(
    fc.property(arbitraryWorkspace(), (workspace) => expectWhole(write(workspace).desired)),
    { numRuns: runs(200) },
  );
});
