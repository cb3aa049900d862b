import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lintPretty } from '../../../src/report/findings/lint-pretty.ts';
import { widthOf } from '../../../src/report/text/flow-text.ts';
import { resultOf } from './result-of.ts';
import '../../property-seed.ts';
import { runs } from '../../runs.ts';

/** Text as people and attackers write it, on one line. */
const around = fc
  .array(
    fc.oneof(
      fc.constantFrom(' ', '\t', 'word ', '日本', 'e\u0301', '👍🏽', '🇩🇪', '❤️', '👩‍👧', '\u1112\u1161\u11ab'),
      fc.constantFrom('\u001b[31m', '\u202e', '\u200b', '##[x]', '##vso[x]', '\u0301', '\ud800', '::error::'),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ),
    { maxLength: 40 },
  )
  // A mark after the target would be part of its last letter.
  .map((parts) => parts.join('').replaceAll(/[\r\n]/g, ''));

test('the marks stand under what they mark, whatever stands before it, and no row is too wide', () => {
  const lines = fc.tuple(
    around,
    around,
    fc.integer({ min: 40, max: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 90 }),
  );
  fc.assert(
    fc.property(lines, ([before, after, columns, label]) => {
      const path = 'a.yaml';
      const text = `${before} TARGET ${after}\n`;
      const result = resultOf({
        files: { [path]: text },
        diagnostics: [{ rule: 'r', severity: 'error', message: 'm', at: { path, text: 'TARGET' }, label }],
      });
      const rows = lintPretty(result, { columns }).split('\n');
      const shown = rows.find((row) => row.startsWith(' 1 |')) ?? '';
      const marks = rows[rows.indexOf(shown) + 1] ?? '';
      expect(marks).toMatch(/^ {3}\| *\^{6}(?: |$)/);
      expect(widthOf(shown.slice(0, shown.indexOf('TARGET')))).toBe(marks.indexOf('^'));
      // A word that is wider than the terminal stands alone.
      const words = label.split(/\s+/).every((word) => word.length < 10);
      if (words) for (const row of rows.slice(2)) expect(widthOf(row)).toBeLessThanOrEqual(columns);
    }),
    { numRuns: runs(500) },
  );
});
