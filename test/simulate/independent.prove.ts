/**
 * Random expressions against an evaluator of CEL that shares no code with ours: the same value, or an error in both.
 * Three things are not asked, as the other evaluator has the value of JavaScript there, not that of CEL: positions in a
 * text with characters beyond U+FFFF, `int('')`, and `replace` of an empty text. The conformance suite and
 * `functions.test.ts` ask them.
 */
import { isCelError, isCelList, isCelMap, isCelType, isCelUint, run } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUnknownValue } from '../../src/model/traffic/unknown.ts';
import { expressionReader } from '../../src/simulate/expressions.ts';
import { asText, typeName } from '../../src/simulate/scope-values.ts';
import { DurationValue, TimeValue, TypeValue, Uint } from '../../src/simulate/cel/expression-values.ts';

const texts = ['', 'a', 'abc', 'Ab c', 'ÄÖß', '～', 'x,y,,z', '12', '-7', '1.5', 'true', '%41+b'];
const names = {
  text: 'héllo',
  number: 7n,
  items: ['b', 'a', 'b'],
  table: { a: 1n, b: 2n },
  half: 0.5,
  yes: true,
};
const variables = new Map<string, unknown>(
  Object.entries({ ...names, table: new Map(Object.entries(names.table)) }),
);

const { bool, int, uint, double, string, list, map, time, duration, any } = fc.letrec<Record<string, string>>(
  (tie) => {
    const t = (name: string): fc.Arbitrary<string> => tie(name);
    const call = (form: string, ...parts: readonly string[]): fc.Arbitrary<string> =>
      fc
        .tuple(...parts.map(t))
        .map((values) => values.reduce((text, value) => text.replace('#', () => value), form));
    const oneOf = (
      leaves: readonly string[],
      ...more: readonly fc.Arbitrary<string>[]
    ): fc.Arbitrary<string> => fc.oneof({ maxDepth: 3 }, fc.constantFrom(...leaves), ...more);
    const order = ['<', '<=', '>', '>=']
      .map((op) =>
        ['int', 'double', 'string', 'time', 'duration', 'bool'].map((type) =>
          call(`(# ${op} #)`, type, type),
        ),
      )
      .flat();
    const number = (type: string): readonly fc.Arbitrary<string>[] =>
      ['+', '-', '*', '/'].map((op) => call(`(# ${op} #)`, type, type));
    return {
      bool: oneOf(
        ['true', 'false', 'yes'],
        call('(# && #)', 'bool', 'bool'),
        call('(# || #)', 'bool', 'bool'),
        call('(!#)', 'bool'),
        call('(# == #)', 'any', 'any'),
        call('(# != #)', 'any', 'any'),
        call('(# in #)', 'any', 'list'),
        call('(# in #)', 'string', 'map'),
        call('#.contains(#)', 'string', 'string'),
        call('#.startsWith(#)', 'string', 'string'),
        call('#.endsWith(#)', 'string', 'string'),
        call('#.all(x, x == #)', 'list', 'any'),
        call('#.exists(x, x != #)', 'list', 'any'),
        call('#.exists_one(x, x == #)', 'list', 'any'),
        call('has(table.a)'),
        call('has(table.z)'),
        call('bool(#)', 'string'),
        call('(# ? # : #)', 'bool', 'bool', 'bool'),
        ...order,
      ),
      int: oneOf(
        ['0', '1', '-3', '7', '9223372036854775807', '-9223372036854775808', 'number'],
        ...number('int'),
        call('(# % #)', 'int', 'int'),
        call('size(#)', 'string'),
        call('size(#)', 'list'),
        call('#.size()', 'map'),
        call('int(#)', 'number'),
        call('int(#)', 'word'),
        call('#.indexOf(#)', 'string', 'string'),
        call('#.lastIndexOf(#)', 'string', 'string'),
        call('#.getHours()', 'duration'),
        call('#.getSeconds()', 'duration'),
        call('#.getDayOfYear()', 'time'),
        call("#.getHours('+02:00')", 'time'),
        call('(table.a + #)', 'int'),
        call('(# ? # : #)', 'bool', 'int', 'int'),
      ),
      uint: oneOf(['0u', '3u', '18446744073709551615u'], ...number('uint'), call('uint(#)', 'number')),
      double: oneOf(
        ['0.0', '1.5', '-2.25', '1e10', 'half'],
        ...number('double'),
        call('double(#)', 'number'),
      ),
      string: oneOf(
        [...texts.map((text) => JSON.stringify(text)), 'text', "string(timestamp('2026-01-31T12:00:00Z'))"],
        call('(# + #)', 'string', 'string'),
        call('string(#)', 'int'),
        call('string(#)', 'uint'),
        call('string(#)', 'bool'),
        call('#.lowerAscii()', 'string'),
        call('#.upperAscii()', 'string'),
        call('#.trim()', 'string'),
        call('#.replace(#, #)', 'string', 'word', 'string'),
        call('#.substring(#)', 'string', 'int'),
        call('#.substring(1, #)', 'string', 'int'),
        call('#.charAt(#)', 'string', 'int'),
        call('#[#]', 'list', 'int'),
        call("#.join('-')", 'list'),
        call("'%s %d'.format([#, #])", 'string', 'int'),
      ),
      list: oneOf(
        ['[]', 'items', '[1, 2, 3]', "['a']", "[1, 'a', 2.0]"],
        call('[#, #]', 'any', 'any'),
        call('(# + #)', 'list', 'list'),
        call('#.map(x, [x, #])', 'list', 'any'),
        call('#.filter(x, x == #)', 'list', 'any'),
        call("#.split(',')", 'string'),
      ),
      map: oneOf(
        ['{}', 'table', "{'a': 1}", '{1: true}'],
        call('{#: #}', 'string', 'any'),
        call('{#: #}', 'int', 'any'),
      ),
      time: oneOf(
        ["timestamp('2026-01-31T12:00:00Z')", "timestamp('1969-12-31T23:59:59.5Z')"],
        call('(# + #)', 'time', 'duration'),
        call('(# - #)', 'time', 'duration'),
      ),
      duration: oneOf(
        ["duration('90s')", "duration('1h30m')", "duration('-1.5s')"],
        call('(# - #)', 'time', 'time'),
        call('(# + #)', 'duration', 'duration'),
      ),
      word: fc.constantFrom("'12'", "'-7'", "'1.5'", "'a'", "'x,y'"),
      number: fc.oneof(t('int'), t('uint'), t('double')),
      any: fc.oneof(
        { maxDepth: 3 },
        ...['bool', 'int', 'uint', 'double', 'string', 'list', 'map', 'time', 'duration'].map(t),
        fc.constant('null'),
      ),
    };
  },
);

const count = 1500;
const expressionOf = expressionReader();

test(`${count} random expressions have the same value`, () => {
  const all = fc.sample(
    fc.oneof(bool!, int!, uint!, double!, string!, list!, map!, time!, duration!, any!),
    count,
  );
  const compared = all.map((expr) => ({ expr, ours: ourValue(expr), theirs: theirValue(expr) }));
  expect(compared.filter(({ ours, theirs }) => ours !== theirs && ours !== 'not computed')).toEqual([]);
  const values = compared.filter(({ ours }) => ours !== 'error' && ours !== 'not computed');
  expect(values.length).toBeGreaterThan(count / 3);
  expect(compared.filter(({ ours }) => ours === 'not computed').length).toBeLessThan(count / 50);
});

function ourValue(expr: string): string {
  const value = expressionOf(expr).evaluate({ read: (name) => variables.get(name) });
  if (!isUnknownValue(value)) return ourText(value);
  return value.unknown.why === 'not-computed' ? 'not computed' : 'error';
}

function ourText(value: unknown): string {
  if (value instanceof Uint) return `uint ${value.value}`;
  if (Array.isArray(value)) return `[${value.map(ourText).join(', ')}]`;
  if (value instanceof Map)
    return `{${[...value]
      .map(([key, item]) => `${ourText(key)}: ${ourText(item)}`)
      .sort()
      .join(', ')}}`;
  if (value instanceof TypeValue) return `type ${value.name}`;
  if (value instanceof TimeValue || value instanceof DurationValue)
    return `${typeName(value)} ${value.nanos}`;
  return `${typeName(value)} ${asText(value)}`;
}

function theirValue(expr: string): string {
  const value = run(expr, names, { funcs: strings });
  return isCelError(value) ? 'error' : theirText(value);
}

function theirText(value: unknown): string {
  if (isCelUint(value)) return `uint ${value.value}`;
  if (isCelList(value)) return `[${[...value].map(theirText).join(', ')}]`;
  if (isCelMap(value))
    return `{${[...value]
      .map(([key, item]) => `${theirText(key)}: ${theirText(item)}`)
      .sort()
      .join(', ')}}`;
  if (isCelType(value)) return `type ${value.name}`;
  if (typeof value === 'object' && value !== null && 'message' in value && 'desc' in value) {
    const { message, desc } = value as {
      readonly message: { readonly seconds: bigint; readonly nanos: number };
      readonly desc: { readonly typeName: string };
    };
    return `${desc.typeName} ${message.seconds * 1_000_000_000n + BigInt(message.nanos)}`;
  }
  return `${typeName(value)} ${String(value)}`;
}
