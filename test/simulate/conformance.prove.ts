/**
 * The conformance suite of CEL against our evaluator. No value may differ. What has no value here has its reason in the
 * recorded table: messages of Protocol Buffers, and functions that the policy language does not document.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fromBinary } from '@bufbuild/protobuf';
import { DurationSchema, TimestampSchema, type Any } from '@bufbuild/protobuf/wkt';
import type { Value } from '@bufbuild/cel-spec/cel/expr/value_pb.js';
import type { SimpleTest } from '@bufbuild/cel-spec/cel/expr/conformance/test/simple_pb.js';
import { getConformanceSuite, type IncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js';
import { expect, test } from 'vitest';
import { isUnknownValue } from '../../src/model/traffic/unknown.ts';
import { areEqual } from '../../src/simulate/cel/cel-operators.ts';
import { expressionReader } from '../../src/simulate/expressions.ts';
import { addTo } from '../../src/text/lists/group-by.ts';
import { unknownText } from '../../src/report/tests/unknown-words.ts';
import { typeName } from '../../src/simulate/scope-values.ts';
import { DurationValue, TimeValue, TypeValue, Uint } from '../../src/simulate/cel/expression-values.ts';

const recorded = new URL('conformance.txt', import.meta.url);
const expressionOf = expressionReader();

interface Ran {
  readonly name: string;
  readonly verdict: 'passed' | 'undecided' | 'wrong';
  /** Of an undecided one the reason, of a wrong one the value. */
  readonly because: string;
}

test('no expression of the conformance suite has a wrong value', () => {
  const suites = getConformanceSuite().suites.map((suite) => [suite.name, ranIn(suite, suite.name)] as const);
  const all = suites.flatMap(([, ran]) => ran);
  expect(all.length).toBeGreaterThan(2000);
  expect(all.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  const table = tableOf(suites);
  if (process.env['UPDATE'] !== undefined) writeFileSync(recorded, table);
  expect(table).toBe(readFileSync(recorded, 'utf8'));
});

function ranIn(suite: IncrementalTestSuite, name: string): readonly Ran[] {
  return [
    ...suite.tests.flatMap((one) => ranOf(one.original, `${name} ${one.name}`)),
    ...suite.suites.flatMap((inner) => ranIn(inner, `${name}/${inner.name}`)),
  ];
}

/** Nothing is said of tests that are of types alone, and of those whose variables are messages. */
function ranOf(
  { expr, resultMatcher: expected, bindings, checkOnly, container }: SimpleTest,
  name: string,
): readonly Ran[] {
  if (checkOnly) return [];
  if (container !== '') return [{ name, verdict: 'undecided', because: containers }];
  const variables = new Map<string, unknown>();
  for (const [key, { kind }] of Object.entries(bindings)) {
    const value = kind.case === 'value' ? valueOf(kind.value) : undefined;
    if (value === undefined) return [{ name, verdict: 'undecided', because: messages }];
    variables.set(key, value);
  }
  const got = expressionOf(expr).evaluate({ read: (variable) => variables.get(variable) });
  if (isUnknownValue(got)) {
    const isError = expected.case === 'evalError' || expected.case === 'anyEvalErrors';
    return [
      isError
        ? { name, verdict: 'passed', because: '' }
        : { name, verdict: 'undecided', because: reasonOf(unknownText(got.unknown), expr) },
    ];
  }
  const wanted =
    expected.case === undefined
      ? true
      : expected.case === 'value'
        ? valueOf(expected.value)
        : expected.case === 'typedResult' && expected.value.result !== undefined
          ? valueOf(expected.value.result)
          : undefined;
  const isSame = wanted !== undefined && isSameValue(got, wanted);
  return [
    isSame
      ? { name, verdict: 'passed', because: '' }
      : { name, verdict: 'wrong', because: `${expr}: ${typeName(got)} ${String(got)}` },
  ];
}

const messages = 'messages of Protocol Buffers, which the policy language does not have';

const containers = 'names that a container completes, which the policy language does not have';

function reasonOf(text: string, expr: string): string {
  if (
    /TestAllTypes|NestedTestAll|google\.protobuf\.(?!Timestamp|Duration)|proto\.|\bcel\.expr\b|GlobalEnum/.test(
      expr,
    )
  )
    return messages;
  return text.replace(`${expr}: `, '').replace(/^the expression fails: /, '');
}

/** A value of the suite as ours; undefined for messages. */
function valueOf({ kind }: Value): unknown {
  switch (kind.case) {
    case 'nullValue':
      return null;
    case 'uint64Value':
      return new Uint(kind.value);
    case 'typeValue':
      return new TypeValue(kind.value);
    case 'objectValue':
      return messageOf(kind.value);
    case 'listValue': {
      const items = kind.value.values.map(valueOf);
      return items.includes(undefined) ? undefined : items;
    }
    case 'mapValue': {
      const entries = kind.value.entries.map(
        ({ key, value }) => [key && valueOf(key), value && valueOf(value)] as const,
      );
      return entries.some((pair) => pair.includes(undefined)) ? undefined : new Map(entries);
    }
    case 'enumValue':
    case undefined:
      return undefined;
    case 'boolValue':
    case 'bytesValue':
    case 'doubleValue':
    case 'int64Value':
    case 'stringValue':
      return kind.value;
  }
}

function messageOf({ typeUrl, value }: Any): unknown {
  if (typeUrl.endsWith('.Timestamp')) {
    const { seconds, nanos } = fromBinary(TimestampSchema, value);
    return new TimeValue(seconds * 1_000_000_000n + BigInt(nanos));
  }
  if (!typeUrl.endsWith('.Duration')) return undefined;
  const { seconds, nanos } = fromBinary(DurationSchema, value);
  return new DurationValue(seconds * 1_000_000_000n + BigInt(nanos));
}

/** Equal, and of the same types. */
function isSameValue(got: unknown, wanted: unknown): boolean {
  if (typeName(got) !== typeName(wanted)) return false;
  if (typeof got === 'number' && typeof wanted === 'number')
    return got === wanted || (Number.isNaN(got) && Number.isNaN(wanted));
  if (Array.isArray(got) && Array.isArray(wanted))
    return got.length === wanted.length && got.every((one, at) => isSameValue(one, wanted[at]));
  if (got instanceof Map && wanted instanceof Map)
    return (
      got.size === wanted.size &&
      [...got].every(([key, value]) =>
        [...wanted].some(([other, one]) => isSameValue(key, other) && isSameValue(value, one)),
      )
    );
  return areEqual(got, wanted);
}

function tableOf(suites: readonly (readonly [string, readonly Ran[]])[]): string {
  const count = (ran: readonly Ran[], verdict: Ran['verdict']): number =>
    ran.filter((one) => one.verdict === verdict).length;
  const row = (name: string, ran: readonly Ran[]): string =>
    [
      name.padEnd(20),
      ...(['passed', 'undecided', 'wrong'] as const).map((verdict) =>
        String(count(ran, verdict)).padStart(9),
      ),
    ].join(' ');
  const undecided = grouped(
    suites.flatMap(([, ran]) => ran).filter(({ verdict }) => verdict === 'undecided'),
  );
  const reasons = [...undecided]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([because, ran]) =>
      [`${because} (${ran.length})`, ...ran.map(({ name }) => `  ${name}`)].join('\n'),
    );
  return [
    [''.padEnd(20), '   passed', 'undecided', '    wrong'].join(' '),
    ...suites.map(([name, ran]) => row(name, ran)),
    row(
      'all',
      suites.flatMap(([, ran]) => ran),
    ),
    '',
    ...reasons,
    '',
  ].join('\n');
}

function grouped(all: readonly Ran[]): ReadonlyMap<string, readonly Ran[]> {
  const found = new Map<string, Ran[]>();
  for (const one of all) addTo(found, one.because, one);
  return found;
}
