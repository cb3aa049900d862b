import { expect, test } from 'vitest';
import { gitProgram } from '../../../src/workspace/git/run-git.ts';

const PATH = String.raw`.;tools;C:\Windows;C:\Program Files\Git\cmd`;

test('Windows starts the git of an absolute folder of the PATH, never one of the repository', () => {
  const asked: string[] = [];
  const isThere = (file: string): boolean => (asked.push(file), file.startsWith(String.raw`C:\Program`));
  const found = gitProgram({ PATH }, { system: 'win32', isThere });
  expect(found).toBe(String.raw`C:\Program Files\Git\cmd\git.exe`);
  expect(asked).toEqual([String.raw`C:\Windows\git.exe`, found]);
  // The variable has this name where the system wrote it.
  expect(gitProgram({ Path: PATH }, { system: 'win32', isThere })).toBe(found);
});

test('without one it starts nothing of the current folder', () => {
  const isThere = (): boolean => false;
  expect(gitProgram({ PATH }, { system: 'win32', isThere })).not.toBe('git');
  expect(gitProgram({}, { system: 'win32', isThere })).not.toBe('git');
});

test('elsewhere the system looks for it', () => {
  expect(gitProgram({ PATH }, { system: 'linux' })).toBe('git');
});
