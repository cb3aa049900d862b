import { describe, expect, test } from 'vitest';
import { caseNames, caseOf, formats, render } from './every-format.ts';
import { resultOf } from './result-of.ts';
import { violationsOf } from './violations.ts';
import { share } from '../../runs.ts';

describe.each(share(caseNames))('%s is as the schemas say', (name) => {
  const one = caseOf(name);
  test.each(formats)('%s', async (format) => {
    expect(await violationsOf(format, await render(format, resultOf(one), one))).toEqual([]);
  });
});

/** One thing broken in each format: the schema of that format must see it. */
const broken = {
  sarif: ['"startLine": ', '"startLine": -'],
  gitlab: ['"severity": "major"', '"severity": "error"'],
  json: ['"severity": "error"', '"severity": "fatal"'],
  jsonl: ['"severity":"error"', '"severity":"fatal"'],
  junit: ['<failure', '<fault'],
  checkstyle: ['severity="error"', 'severity="fatal"'],
  github: ['::error file=', '::error files='],
} as const;

describe('a schema refuses what is broken', () => {
  test.each(Object.entries(broken))('%s', async (format, [before, after]) => {
    const one = caseOf('conflict');
    const output = await render(format as keyof typeof broken, resultOf(one), one);
    expect(output).toContain(before);
    const closing = output.replaceAll('</failure>', '</fault>');
    const wrong = (format === 'junit' ? closing : output).replaceAll(before, after);
    expect(await violationsOf(format as keyof typeof broken, wrong)).not.toEqual([]);
  });
});
