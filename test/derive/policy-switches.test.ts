import { expect, test } from 'vitest';
import { activeSwitches } from '../../src/derive/policy/policy-switches.ts';

test('a switch counts where it differs from what the service does without it', () => {
  const asAlways = {
    enabled: true,
    active: 'yes',
    enforced: 1,
    disabled: false,
    skip: 'off',
    dry_run: 0,
    mode: 'block',
    on_error: 'halt',
  };
  expect(activeSwitches(asAlways)).toEqual({});
  const otherwise = {
    enabled: false,
    active: 'no',
    enforced: 0,
    disabled: true,
    skip: 'on',
    dry_run: 1,
    mode: 'log',
    on_error: 'continue',
  };
  expect(activeSwitches(otherwise)).toEqual(otherwise);
});
