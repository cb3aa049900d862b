import { expect, test } from 'vitest';
import type { TestedCase } from '../../src/model/traffic/test-report.ts';
import { testText } from '../../src/report/tests/test-results.ts';

const source = { path: 'tests/a.yaml', text: 'tests:\n' };
const place = { source, start: 0, end: 5 };

function passed(count: number): readonly TestedCase[] {
  return Array.from({ length: count }, (_, at) => ({ name: `page ${at + 1}`, place, result: 'ok' as const }));
}

const skipped: TestedCase = {
  name: 'the office  gets in',
  place,
  environment: 'production',
  result: 'skipped',
  skipped: 'a client cannot choose `from.ip`; `from: here` means the address of this machine',
  note: 'the files say 200 from backend/shop, and the service answers with 403 to everyone',
};

function linesOf(cases: readonly TestedCase[], options: Parameters<typeof testText>[1]): readonly string[] {
  return testText({ cases, isSent: true }, options).split('\n');
}

test('a terminal lists ten tests, and counts more; a log lists all, each on a line', () => {
  expect(linesOf(passed(10), { list: 'few' })).toContain('  ok         page 10');
  expect(linesOf(passed(11), { list: 'few' })).toEqual([
    'tests/a.yaml  11 ok',
    '',
    'Tests: 11 ok, 0 failed, 0 skipped',
    '',
  ]);
  expect(linesOf(passed(11), { list: 'all' })).toContain('  ok         page 11');
  expect(linesOf([...passed(11), skipped], { list: 'log', columns: 60 }).slice(11, 14)).toEqual([
    '  ok         page 11',
    `  skipped    the office  gets in (production): ${skipped.skipped}`,
    `             ${skipped.note}`,
  ]);
});

test('the counts of files are below each other where nothing is between them', () => {
  const other = { ...place, source: { ...source, path: 'tests/longer.yaml' } };
  const cases = [...passed(10), ...passed(1).map((testedCase) => ({ ...testedCase, place: other }))];
  const heads = (list: 'all' | 'few'): readonly string[] =>
    linesOf(cases, { list }).filter((line) => line.startsWith('tests/'));
  expect(heads('few')).toEqual(['tests/a.yaml       10 ok', 'tests/longer.yaml  1 ok']);
  expect(heads('all')).toEqual(['tests/a.yaml  10 ok', 'tests/longer.yaml  1 ok']);
});

test('a test that is not ok is named last only where those that passed hide it', () => {
  const failed: TestedCase = { name: 'shop', place, result: 'failed' };
  const named = (lines: readonly string[]): readonly string[] =>
    lines.filter((line) => line.includes('FAILED'));
  expect(named(linesOf([failed, ...passed(9)], { list: 'few' }))).toEqual(['  FAILED     shop']);
  expect(named(linesOf([failed, ...passed(10)], { list: 'few' }))).toEqual([
    'FAILED     shop  tests/a.yaml:1',
  ]);
  expect(named(linesOf([failed, ...passed(10)], { list: 'all' }))).toEqual([
    '  FAILED     shop',
    'FAILED     shop  tests/a.yaml:1',
  ]);
});

test('what is listed fits the terminal', () => {
  expect(linesOf([skipped], { list: 'few', columns: 60 }).slice(0, 7)).toEqual([
    'tests/a.yaml  1 skipped',
    '  skipped    the office gets in (production): a client',
    '             cannot choose `from.ip`; `from: here` means the',
    '             address of this machine',
    '             the files say 200 from backend/shop, and the',
    '             service answers with 403 to everyone',
    '',
  ]);
  const folded = linesOf([skipped, ...passed(10)], { list: 'few', columns: 60 });
  expect(folded.slice(2, 9)).toEqual([
    'skipped    the office gets in (production): a client cannot',
    '           choose `from.ip`; `from: here` means the address',
    '           of this machine',
    '           tests/a.yaml:1',
    '           the files say 200 from backend/shop, and the',
    '           service answers with 403 to everyone',
    '',
  ]);
  expect(linesOf([skipped], { list: 'few', columns: 400 })[1]).toContain(
    'the office  gets in (production): a',
  );
});
