import { expect, test } from 'vitest';
import { exitCodes, type ExitCode } from '../../../../src/model/errors.ts';
import { worstExit } from '../../../../src/workflow/apply/auto/worst-exit.ts';

test.each(Object.values(exitCodes))('the exit code %i is more urgent than none', (code) => {
  expect(worstExit([code])).toBe(code);
  expect(worstExit([0, code, 0])).toBe(code);
});

test.each<[ExitCode, ...ExitCode[]]>([[0], [7, 7, 2], [6, 7, 6], [4, 3, 4, 5], [130, 4, 143, 130, 70]])(
  'the most urgent is %i',
  (worst, ...codes) => {
    expect(worstExit(codes)).toBe(worst);
  },
);
