import { expect, test } from 'vitest';
import { guardedIo } from '../../src/guarded-io.ts';
import { createEngine } from '../../src/commands/lsp/lsp-engine.ts';
import { cleaned } from '../../src/lsp/cleaned.ts';
import type { Io } from '../../src/model/io.ts';

const value = 'correct-horse-battery';
const token = 'ghp_0123456789abcdefghij0123456789abcdef';
const io: Io = {
  stdout: () => undefined,
  stderr: () => undefined,
  stdin: () => Promise.resolve(''),
  env: { EDGEWRIGHT_SECRET_LOGIN: value },
  cwd: '/',
  stdoutIsTerminal: false,
  stderrIsTerminal: false,
  columns: 80,
  clock: { now: () => new Date(0), sleep: () => Promise.resolve() },
  signal: new AbortController().signal,
};
const engine = createEngine(guardedIo(io));
const edit = (newText: string): object => ({
  changes: { 'file:///w/a.yaml': [{ range: {}, newText }] },
});

test('hover and messages pass the secret filter of all output', () => {
  const answer = cleaned(
    { contents: { kind: 'markdown', value: `was ${value} and ${token}` }, range: { start: 1 } },
    engine.clean,
  );
  expect(JSON.stringify(answer)).not.toMatch(/correct-horse|ghp_/);
  expect(answer).toMatchObject({ contents: { kind: 'markdown' }, range: { start: 1 } });
});

test('a suggestion or an action that would write a secret is not offered, and no other goes with it', () => {
  const items = [
    { label: 'a', insertText: 'backend/a' },
    { label: 'b', textEdit: { newText: value } },
    { label: 'c', documentation: value },
  ];
  expect(cleaned(items, engine.clean)).toEqual([
    { label: 'a', insertText: 'backend/a' },
    { label: 'c', documentation: '(secret)' },
  ]);
  expect(cleaned({ isIncomplete: true, items }, engine.clean)).toEqual({
    isIncomplete: true,
    items: cleaned(items, engine.clean),
  });
  const actions = [
    { title: 'one', edit: edit(token) },
    { title: 'two', edit: edit('fine') },
  ];
  expect(cleaned(actions, engine.clean)).toEqual([actions[1]]);
});

test('a rename that would write a secret is refused', () => {
  expect(cleaned(edit(`name: ${value}`), engine.clean)).toBeUndefined();
  expect(cleaned(edit('name: a'), engine.clean)).toEqual(edit('name: a'));
  expect(cleaned(null, engine.clean)).toBeNull();
});
