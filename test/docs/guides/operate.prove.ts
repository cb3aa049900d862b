/** The blocks of docs/operate.md: settings that lint takes, commands that exist, refusals as they are printed. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { playCommand } from '../../scenarios/play-command.ts';
import { problemOf } from '../command-lines.ts';
import { blocksOf } from '../markdown.ts';
import { repository } from '../page.ts';

const blocks = blocksOf(readFileSync(path.join(repository, 'docs/operate.md'), 'utf8'));
const settings = blocks.filter(({ language }) => language === 'yaml');
const scripts = blocks.filter(({ language }) => language === 'sh');
const consoles = blocks.filter(({ language }) => language === 'console');

test('no block is left out', () => {
  expect(settings.length).toBeGreaterThan(0);
  expect(settings.length + scripts.length + consoles.length).toBe(blocks.length);
});

test.each(settings)('settings that lint takes: $text', async ({ text }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-operate-'));
  try {
    cpSync(path.join(repository, 'examples/minimal'), folder, { recursive: true });
    writeFileSync(path.join(folder, 'edgewright.yaml'), text);
    const { exit, stdout } = await playCommand({ folder, env: {} }, {}, 'lint');
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'no problems in 3 files\n' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('commands that exist', () => {
  const lines = scripts.flatMap(({ text }) => text.split('\n').filter((line) => line !== ''));
  expect(lines.flatMap((line) => problemOf(line) ?? [])).toEqual([]);
});

test.each(consoles)('a refusal as it is printed: $text', async ({ text }) => {
  const [, words = '', code = '', printed = ''] =
    /^\$ edgewright (.*) {2}# exit (\d+)\n([\s\S]*)$/.exec(text) ?? [];
  const env = { EDGEWRIGHT_API_URL: 'http://127.0.0.1:9' };
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-operate-'));
  try {
    cpSync(path.join(repository, 'examples/minimal'), folder, { recursive: true });
    const { exit, stderr } = await playCommand({ folder, env }, {}, words);
    expect({ exit, stderr: stderr.trimEnd() }).toEqual({ exit: Number(code), stderr: printed.trimEnd() });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
