/** Times as CEL specifies them; `../../bundle/time-zone.test.ts` runs some of these in another time zone. */
import { expect, test } from 'vitest';
import { checkExpression } from '../../../src/lint/policy/check-policy.ts';

function evaluated(cel: string): unknown {
  const checked = checkExpression(cel, { kinds: ['https-route'], environments: [] }, ['bool', 'int']);
  if (!('value' in checked)) throw new Error(checked.problems[0]?.message);
  return checked.value.get('https-route')?.evaluate({});
}

/** The cases of the conformance tests of the CEL specification (`timestamps.textproto`), and some days of our own. */
const cases: readonly (readonly [time: string, call: string, is: number])[] = [
  ['2009-02-13T23:31:30Z', 'getDate()', 13],
  ['2009-02-13T23:31:30Z', 'getDayOfMonth()', 12],
  ['2009-02-13T23:31:30Z', 'getDayOfWeek()', 5],
  ['2009-02-13T23:31:30Z', 'getDayOfYear()', 43],
  ['2009-02-13T23:31:30Z', 'getFullYear()', 2009],
  ['2009-02-13T23:31:30Z', 'getHours()', 23],
  ['2009-02-13T23:31:20.123456789Z', 'getMilliseconds()', 123],
  ['2009-02-13T23:31:30Z', 'getMinutes()', 31],
  ['2009-02-13T23:31:30Z', 'getMonth()', 1],
  ['2009-02-13T23:31:30Z', 'getSeconds()', 30],
  ['2009-02-13T23:31:30Z', "getDate('Australia/Sydney')", 14],
  ['2009-02-13T23:31:30Z', "getDayOfMonth('US/Central')", 12],
  ['2009-02-13T23:31:30Z', "getDayOfMonth('+11:00')", 13],
  ['2009-02-13T02:00:00Z', "getDayOfMonth('-02:30')", 11],
  ['2009-02-13T02:00:00Z', "getDayOfMonth('America/St_Johns')", 11],
  ['2009-02-13T23:31:30Z', "getDayOfWeek('UTC')", 5],
  ['2009-02-13T23:31:30Z', "getDayOfYear('US/Central')", 43],
  ['2009-02-13T23:31:30Z', "getFullYear('-09:30')", 2009],
  ['2009-02-13T23:31:30Z', "getHours('02:00')", 1],
  ['2009-02-13T23:31:30Z', "getMinutes('Asia/Kathmandu')", 16],
  ['2009-02-13T23:31:30Z', "getMonth('UTC')", 1],
  ['2009-02-13T23:31:30Z', "getSeconds('-00:00')", 30],
  // The hour that the clocks of Auckland skip, and days after it.
  ['2026-09-27T02:30:00Z', "getHours('UTC')", 2],
  ['2026-10-05T00:30:00Z', 'getDayOfYear()', 277],
  ['2026-10-05T00:30:00Z', "getDayOfYear('Europe/Berlin')", 277],
  ['2024-12-31T23:59:59.999Z', "getDayOfYear('UTC')", 365],
  ['2024-12-31T23:59:59.999Z', "getMilliseconds('Asia/Tokyo')", 999],
  ['2026-01-01T02:00:00+03:00', 'getFullYear()', 2025],
  ['2026-01-01T00:00:00.123456789+02:00', "getFullYear('+02:00')", 2026],
  ['0001-03-01T00:00:00Z', "getDayOfYear('UTC')", 59],
];

test.each(cases)('%s %s is %i', (time, call, is) => {
  expect(evaluated(`timestamp('${time}').${call}`)).toBe(BigInt(is));
});

test('methods of durations, and seconds since 1970, are those of the library', () => {
  expect(evaluated("duration('10000s').getHours()")).toBe(2n);
  expect(evaluated("timestamp(1234567890) == timestamp('2009-02-13T23:31:30Z')")).toBe(true);
  expect(evaluated("timestamp('2009-02-13T23:31:30Z') + duration('1s') > timestamp(1234567890)")).toBe(true);
});

test.each([
  '2026-01-01T00:30:00.0',
  '2026-01-01 00:30:00Z',
  'October 5, 2026 00:30',
  '2026-02-30T00:30:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00+25:00',
  '0000-01-01T00:00:00Z',
  '10000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+01:00',
  '',
])('not a time: %s', (time) => {
  expect(() => evaluated(`timestamp('${time}').getHours()`)).toThrow('is not a time with a zone');
});

test.each(['nonsense', 'Local', '+2:00', '24:00', '', '../../etc'])('not a zone: %s', (zone) => {
  expect(() => evaluated(`timestamp(0).getHours('${zone}')`)).toThrow('is not a time zone');
});
