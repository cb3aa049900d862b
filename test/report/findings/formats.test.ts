import { describe, expect, test } from 'vitest';
import { lintPretty } from '../../../src/report/findings/lint-pretty.ts';
import { widthOf } from '../../../src/report/text/flow-text.ts';
import { expectText } from '../../golden.ts';
import { caseNames, caseOf, casesFolder, formats, render } from './every-format.ts';
import { resultOf } from './result-of.ts';

/** Formats with one short line for a finding. */
const withoutRoom: ReadonlySet<string> = new Set(['compact', 'checkstyle']);

describe.each(caseNames)('%s', async (name) => {
  const one = caseOf(name);
  const result = resultOf(one);
  const columns = one.columns ?? 80;
  const pretty = await render('pretty', result, one);

  test.each(formats)('%s', async (format) => {
    expectText(new URL(`${name}.${format}.txt`, casesFolder), await render(format, result, one));
  });
  test.each(formats)('the same bytes again: %s', async (format) => {
    expect(await render(format, resultOf(one), one)).toBe(await render(format, result, one));
  });
  test('colour changes nothing but colours', () => {
    const colored = lintPretty(result, { columns, color: true });
    expect(colored.replaceAll(/\u001b\[[\d;]*m/g, '')).toBe(pretty);
    if (one.diagnostics.length > 0) expect(colored).not.toBe(pretty);
  });
  test('a frame is as wide as the terminal', () => {
    for (const row of pretty.split('\n')) {
      if (/^ +\d* +\|/.test(row)) expect(widthOf(row), row).toBeLessThanOrEqual(columns);
    }
  });
  test.each(formats)('no secret is in %s', async (format) => {
    const output = await render(format, result, one);
    for (const { text } of one.secrets ?? [])
      for (const line of text.split('\n')) expect(output).not.toContain(line.trim());
  });
  test.each(formats)('%s links to each field, if it has room', async (format) => {
    const output = await render(format, result, one);
    const links = one.diagnostics.flatMap(({ reference }) => reference ?? []);
    const shown = output.split(/[\s")]|%0A|</).filter((word) => links.some((link) => word.endsWith(link)));
    // In a terminal the second finding at a field does not repeat its link.
    const expected = format === 'pretty' ? new Set(links).size : links.length;
    expect(shown).toHaveLength(withoutRoom.has(format) ? 0 : expected);
  });
  test('every format has every finding, in its words', async () => {
    for (const format of formats) {
      const output = await render(format, result, one);
      for (const { rule } of one.diagnostics) expect(output, format).toContain(rule);
    }
  });
});
