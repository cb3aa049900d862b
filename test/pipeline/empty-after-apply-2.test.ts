import { test } from 'vitest';
import { staysEmpty, watchdog } from './empty-after-apply.ts';

test('after an apply the plan is empty: 500 workspaces of 2,000, part 2 of 4', { timeout: watchdog }, () =>
  staysEmpty(500, 2),
);
