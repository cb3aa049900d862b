import { expect, test } from 'vitest';
import type { Io } from '../../../src/model/io.ts';
import { wantsColor } from '../../../src/run/cli/terminal.ts';

const wants = (
  env: Readonly<Record<string, string>>,
  stdoutIsTerminal: boolean,
  color: 'auto' | 'always' | 'never' = 'auto',
): boolean => wantsColor({ env, stdoutIsTerminal } as unknown as Io, { color });

test('the flag decides, then NO_COLOR, FORCE_COLOR and the terminal', () => {
  expect(wants({}, true)).toBe(true);
  expect(wants({}, false)).toBe(false);
  expect(wants({ TERM: 'dumb' }, true)).toBe(false);
  expect(wants({ FORCE_COLOR: '1' }, false)).toBe(true);
  expect(wants({ FORCE_COLOR: '0' }, true)).toBe(false);
  expect(wants({ FORCE_COLOR: '1', NO_COLOR: '1' }, true)).toBe(false);
  expect(wants({ NO_COLOR: '1' }, false, 'always')).toBe(true);
  expect(wants({ FORCE_COLOR: '1' }, true, 'never')).toBe(false);
});
