/**
 * Advice that works when followed: of each finding in the examples and cases of all rules the fix, or what the help
 * says to write. The finding is gone then, none is new, and nothing else has another meaning.
 */
import { expect, test } from 'vitest';
import { rules } from '../../src/lint/rules.ts';
import { share } from '../runs.ts';
import { followAll } from './advice.ts';
import { casesOf, filesOf, findingsIn } from './rule-cases.ts';
import { alone, workspaceOf } from './workspace-of.ts';

test.each(share(rules.map((rule) => ({ id: rule.id, rule }))))('$id', ({ rule }) => {
  const { example = {}, invalid = [] } = casesOf(rule.id) ?? {};
  const followed = [{ ...example, text: rule.bad }, ...invalid].flatMap((one) =>
    followAll(filesOf(one), (files) => ({
      diagnostics: findingsIn(rule, rules, one, files),
      workspace: workspaceOf(files, one.isAlone === true ? alone : undefined),
    })),
  );
  expect(followed.filter(({ faults }) => faults.length > 0)).toEqual([]);
});
