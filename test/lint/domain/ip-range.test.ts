/** Addresses are read without Node's own parser, which takes long to load: both must agree. */
import { isIP } from 'node:net';
import { expect, test } from 'vitest';
import { rangeProblem } from '../../../src/lint/domain/values/ip-range.ts';

test.each([
  '10.0.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '256.0.0.1',
  '10.0.0.01',
  '10.0.0',
  '10.0.0.0.0',
  ' 10.0.0.1',
  '10.0.0.1\n',
  '::',
  '::1',
  '1::',
  '2001:DB8::8:800:200c:417a',
  '1:2:3:4:5:6:7:8',
  '1:2:3:4:5:6:7::',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7',
  '1::2::3',
  ':::',
  '12345::',
  'g::',
  '::ffff:192.0.2.1',
  '::ffff:192.0.2.256',
  '1:2:3:4:5:6:192.0.2.1',
  'example.com',
  '',
])('%j is an address if Node says so', (text) => {
  expect(rangeProblem(text) === undefined).toBe(isIP(text) !== 0);
});
