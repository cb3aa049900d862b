import fc from 'fast-check';
import { expect, test } from 'vitest';
import { syntaxProblem } from '../../../src/text/json/json-syntax.ts';
import { runs } from '../../runs.ts';

test('takes and refuses what `JSON.parse` takes and refuses', () => {
  const mutated = fc
    .json()
    .chain((json) =>
      fc
        .tuple(
          fc.nat(json.length),
          fc.nat(3),
          fc.constantFrom(
            '',
            ',',
            '"',
            '\\',
            '{',
            '}',
            '[',
            ']',
            ':',
            '0',
            '-',
            'e',
            '.',
            ' ',
            '\n',
            '\u0001',
            'null',
            '\ufeff',
          ),
        )
        .map(([at, length, by]) => json.slice(0, at) + by + json.slice(at + length)),
    );
  fc.assert(
    fc.property(fc.oneof(fc.json(), mutated, fc.string()), (text) => {
      expect(syntaxProblem(text) === undefined, text).toBe(isJson(text));
    }),
    { numRuns: runs(3000) },
  );
});

test.each([
  ['', 1, 1, 'it is cut off'],
  ['{"a": [1,\n 2', 2, 3, 'it is cut off'],
  ['{"a" 1}', 1, 6, 'a colon is missing'],
  ['[1 2]', 1, 4, 'a comma is missing'],
  ['[1,]', 1, 4, 'no JSON value'],
  ['{a: 1}', 1, 2, 'no name of a field'],
  ['{}}', 1, 3, '`}` closes nothing'],
  ['{} 1', 1, 4, 'something follows the end'],
  ['{"a": "x\ny"}', 1, 7, 'no JSON value'],
])('%j is wrong at %i:%i: %s', (text, line, column, what) => {
  expect(syntaxProblem(text)).toEqual({ line, column, what });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
