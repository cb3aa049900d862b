import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exitCodeOfAll, exitCodes, type ExitCode } from '../../src/model/exit-codes.ts';
import { main } from '../../src/main.ts';
import { tableOf } from './markdown.ts';
import { ioThatIsSilent } from './silent-io.ts';
import { isLocked } from '../../src/ledger/lock-error.ts';

const page = readFileSync('docs/troubleshooting.md', 'utf8');
const rows = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
const order = (/^Precedence: (.*)\.$/m.exec(page)?.[1] ?? '').split(', ').map(Number) as ExitCode[];

test('the page has each exit code once', () => {
  expect(rows).toEqual(Object.values(exitCodes).sort((a, b) => a - b));
});

test('a run with several results exits as the page says', () => {
  expect([...order].sort((a, b) => a - b)).toEqual(rows);
  for (const [index, first] of order.entries())
    for (const later of order.slice(index)) {
      expect(exitCodeOfAll([first, later])).toBe(first);
      expect(exitCodeOfAll([later, first])).toBe(first);
    }
  expect(exitCodeOfAll([])).toBe(0);
});

test('each code but success has a next step', () => {
  const without = tableOf(page, 'code').rows.filter(([, , next = '']) => next.trim() === '');
  expect(without.map(([code]) => code)).toEqual(['0']);
});

test('the messages are those of the program', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`src/${name}`, 'utf8'))
    .join('');
  const messages = tableOf(page, 'message').rows.map(([message = '']) => message.replaceAll('`', ''));
  // What stands between values that a message takes in.
  const parts = messages.flatMap((message) => message.split(/…|edgewright\.yaml/)).map((part) => part.trim());
  expect(messages.length).toBeGreaterThan(10);
  expect(parts.filter((part) => part.length > 3 && !sources.includes(part))).toEqual([]);
});

test('the page finds the message of a lock, whichever store and lock it is of', () => {
  const messages = tableOf(page, 'message').rows.map(([message = '']) => message);
  expect(messages).toContain(`\`${isLocked('…').replaceAll('`', '')} …\``);
  const sources = readdirSync('src/ledger', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const own = sources.filter((name) =>
    /\bledger\b.* is locked/.test(readFileSync(`src/ledger/${name}`, 'utf8')),
  );
  expect(own).toEqual(['lock-error.ts']);
});

test.each(rows)('`explain %s` has the meaning and the next step of the page', async (code) => {
  const [, meaning = '', next = ''] =
    tableOf(page, 'code').rows.find(([each]) => each === String(code)) ?? [];
  let said = '';
  const io = { ...ioThatIsSilent, cwd: process.cwd(), stdout: (text: string) => void (said += text) };
  expect(await main(['explain', String(code)], io)).toBe(0);
  const words = said.replaceAll(/\s+/g, ' ');
  expect(words).toContain(meaning.slice(1));
  expect(words).toContain(next.replace(/\[.*/, '').trim());
});
