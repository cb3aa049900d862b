/* action.yml and the page about it say what the code reads and writes. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isUpdating } from '../../golden.ts';
import { actionTables, actionYml } from './action-yml.ts';
import { repository } from './checkout.ts';

const file = (name: string): string => path.join(repository, name);

function compare(name: string, expected: (text: string) => string): void {
  const text = readFileSync(file(name), 'utf8');
  if (isUpdating) writeFileSync(file(name), expected(text));
  else expect(text).toBe(expected(text));
}

test('action.yml is what the table of inputs and outputs says', () => {
  if (isUpdating) writeFileSync(file('action.yml'), '');
  compare('action.yml', actionYml);
  expect(parse(actionYml())).toMatchObject({ runs: { using: 'node24', main: 'dist/action.cjs' } });
});

test('the page about GitHub has the same inputs and outputs', () => {
  const [inputs, outputs] = actionTables();
  compare('docs/ci-github.md', (text) =>
    text
      .replace(/(\| input \| is \| modes \|\n\|[-|]+\n)(?:\|.*\n)*/, (_all, head: string) => head + inputs)
      .replace(/(\| output \| is \|\n\|[-|]+\n)(?:\|.*\n)*/, (_all, head: string) => head + outputs),
  );
  expect(readFileSync(file('docs/ci-github.md'), 'utf8')).toContain(inputs);
});
