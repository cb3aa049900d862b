/**
 * Over every field that can be written, read off the kind tables: canonical(x) is idempotent, the same value written
 * another way is no change, and another value always is one. What "written another way" and "another value" mean is
 * said here by form, without looking at how it is compared.
 */
import fc, { type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { canonical } from '../../src/derive/compare/canonical.ts';
import { compareValues } from '../../src/derive/compare/compare-values.ts';
import { fieldsOf } from '../../src/derive/forms/fields.ts';
import type { Field, Fields, TextForm } from '../../src/kinds/field.ts';
import { kindNames, kinds } from '../../src/kinds/index.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import { policyTree } from '../arbitraries/texts.ts';
import { arbitraryValue, type Vocabulary } from '../arbitraries/values.ts';
import { runs } from '../runs.ts';
import { canonicalJson } from '../../src/text/json/canonical-json.ts';

const ids = ['id_1', 'id_2', 'id_3'];
const vocabulary: Vocabulary = {
  ids: { backend: ids, 'https-edge': ids, 'ip-policy': ids, 'certificate-authority': ids },
  secrets: ['ONE', 'TWO'],
  policies: 'text',
};

/** Every writable field, also those inside others. */
function fieldsIn(fields: Fields, path: string): readonly (readonly [path: string, name: string, Field])[] {
  return Object.entries(fields)
    .filter(([, field]) => field.readOnly !== true)
    .flatMap(([name, field]) => [
      [`${path}.${name}`, name, field] as const,
      ...fieldsIn(fieldsOf(field) ?? {}, `${path}.${name}`),
    ]);
}

const all = kindNames.flatMap((kind) => fieldsIn(kinds[kind].fields, kind));
const nothing = (): undefined => undefined;

function upper(text: string): Arbitrary<string> {
  return fc.constantFrom(
    text,
    text.toUpperCase(),
    text.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  );
}

/** A tree with its keys in another order. */
function shuffled(tree: Json): Arbitrary<Json> {
  if (Array.isArray(tree))
    return fc.tuple(...tree.map((item: Json) => shuffled(item))).map((items) => [...items]);
  if (typeof tree !== 'object' || tree === null) return fc.constant(tree);
  const entries = Object.entries(tree);
  return fc
    .tuple(
      fc.shuffledSubarray(entries, { minLength: entries.length }),
      fc.tuple(...entries.map(([key, item]) => shuffled(item).map((one) => [key, one] as const))),
    )
    .map(([order, items]) => {
      const byKey = new Map(items);
      return Object.fromEntries(order.map(([key]) => [key, byKey.get(key) ?? null]));
    });
}

function policyText(tree: Json): Arbitrary<string> {
  return shuffled(tree).chain((one) =>
    fc.constantFrom(
      JSON.stringify(one),
      `\n${JSON.stringify(one, null, 3)}\t\n`,
      stringify(one),
      `# a comment\n${stringify(one, { indent: 4, defaultStringType: 'QUOTE_SINGLE' })}\n# another\n`,
      stringify(one, { collectionStyle: 'flow', lineWidth: 30 }),
    ),
  );
}

const xmlWays: readonly ((xml: string) => string)[] = [
  (xml) => xml.replaceAll(/>\s+</g, '><'),
  (xml) => xml.replaceAll('><', '>\n\t<').replaceAll('\n', '\r\n'),
  (xml) => xml.replaceAll(/="([^"]*)"/g, "  =\n'$1'"),
  (xml) => xml.replace(/>/, '><!-- by hand, <at> night -->'),
  (xml) => xml.replace(/<(\S+)((?:\s+\S+="[^"]*")+)\s*\/>/, '<$1$2  ></$1>'),
  (xml) => xml.replace(/ ([\w:]+="[^"]*") ([\w:]+="[^"]*")/, '  $2\n  $1'),
  (xml) => `<?xml version="1.0" encoding="UTF-8"?>\r\n${xml}\n`,
];

const anyCase: readonly TextForm[] = ['header-name', 'hostport', 'webhook-provider'];

/** The same text written in another way. */
function anotherWay(form: TextForm, text: string): Arbitrary<string> {
  if (anyCase.includes(form)) return upper(text);
  if (form === 'endpoint-url') {
    const [, scheme = '', host = '', port] = /^(\w+):\/\/([^:/]+)(:\d+)?$/.exec(text) ?? [];
    const usual = port ?? { http: ':80', https: ':443', tls: ':443' }[scheme] ?? '';
    return fc
      .tuple(upper(scheme), upper(host), fc.constantFrom(port ?? '', usual), fc.constantFrom('', '/'))
      .map(([one, two, three, four]) => `${one}://${two}${three}${four}`);
  }
  if (form === 'saml-metadata')
    return fc.subarray([...xmlWays]).map((ways) => ways.reduce((xml, way) => way(xml), text));
  return form === 'traffic-policy' ? policyText(JSON.parse(text) as Json) : fc.constant(text);
}

/** Another text, which means something else. */
function anotherText(form: TextForm, text: string): Arbitrary<string> {
  if (form === 'endpoint-url') {
    return fc.constantFrom(
      text.replace('.', '-x.'),
      text.replace(/(:\d+)?$/, ':1'),
      text.replace(/^\w+/, (scheme) => (scheme === 'tcp' ? 'tls' : 'tcp')),
    );
  }
  if (form === 'saml-metadata') {
    return fc.constantFrom(
      text.replace('/idp', '/idp2'),
      text.replace('HTTP-Redirect', 'HTTP-POST'),
      text.replace('IDPSSODescriptor protocol', 'IDPSSODescriptor WantAuthnRequestsSigned="true" protocol'),
      text.replace(/<md:SingleSignOnService[^>]*>/, ''),
      text.replace('</md:IDPSSODescriptor>', '<md:NameIDFormat>a</md:NameIDFormat></md:IDPSSODescriptor>'),
    );
  }
  if (form === 'traffic-policy') return anotherTree(JSON.parse(text) as JsonObject).chain(policyText);
  return fc.constantFrom(`${text}x`, `x${text}`);
}

/** One place of a tree changed: a leaf, an item or a key more or less. */
function anotherTree(tree: JsonObject): Arbitrary<Json> {
  const { on_http_request: rules } = tree as { on_http_request: readonly JsonObject[] };
  const [first, ...rest] = rules;
  return fc.constantFrom<Json>(
    { ...tree, on_tcp_connect: [] },
    { ...tree, on_http_request: rest },
    { ...tree, on_http_request: [...rules, { actions: [{ type: 'log' }] }] },
    { ...tree, on_http_request: [{ ...first, name: 'another one' }, ...rest] },
    {
      ...tree,
      on_http_request: [
        { ...first, actions: [{ type: 'log', config: { id: 12345678901234567891n } }] },
        ...rest,
      ].map(plain),
    },
    { ...tree, on_http_request: [{ ...first, expressions: ['true', 'false'] }, ...rest] },
  );
}

function plain(value: unknown): Json {
  return JSON.parse(
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? Number(item) : item)),
  ) as Json;
}

/** The same value in another way: sets in another order, `enabled` said or not. */
function same(field: Field, value: Json): Arbitrary<Json> {
  if (field.type === 'string') return anotherWay(field.form, value as string);
  if (field.type === 'list') {
    const items = value as readonly string[];
    return fc
      .tuple(...items.map((item) => anotherWay(field.form, item)))
      .chain((written) => fc.shuffledSubarray([...written, ...written], { minLength: written.length * 2 }));
  }
  if (field.type === 'map') {
    const entries = Object.entries(value as JsonObject);
    return fc
      .tuple(...entries.map(([key]) => anotherWay(field.keyForm, key)))
      .map((keys) =>
        Object.fromEntries(entries.map(([, item], at) => [keys[at] ?? '', item] as const).reverse()),
      );
  }
  const fields = fieldsOf(field);
  if (fields === undefined) return fc.constant(value);
  const members = Object.entries(value as JsonObject).map(([key, item]) =>
    same(fields[key]!, item).map((one) => [key, one] as const),
  );
  return fc.tuple(...members).map((list) => {
    const spec: Record<string, Json> = Object.fromEntries(list);
    // The user agent filter says nothing of what its absence means (API 2.6).
    if (fields['enabled']?.seen !== true) return spec;
    if (spec['enabled'] === undefined) spec['enabled'] = true;
    else if (spec['enabled'] === true) delete spec['enabled'];
    return spec;
  });
}

/** Another value of the same field. */
function other(field: Field, value: Json): Arbitrary<Json> {
  if (field.type === 'string') return anotherText(field.form, value as string);
  if (field.type === 'boolean') return fc.constant(value !== true);
  if (field.type === 'list') {
    const items = value as readonly string[];
    return fc.constantFrom<Json>([...items, 'one more'], items.slice(1), []);
  }
  if (field.type === 'map') return otherMap(value as Readonly<Record<string, string>>);
  const fields = fieldsOf(field);
  if (fields === undefined) return fc.constantFrom<Json>((value as number) + 1, (value as number) / 2 + 0.25);
  const spec = value as JsonObject;
  const entries = Object.entries(spec);
  if (entries.length === 0) return fc.constant({ enabled: false });
  return fc
    .constantFrom(...entries)
    .chain(([key, item]) => other(fields[key]!, item).map((one): Json => ({ ...spec, [key]: one })));
}

function otherMap(map: Readonly<Record<string, string>>): Arbitrary<Json> {
  const [[key, item] = ['', ''], ...rest] = Object.entries(map);
  return fc.constantFrom<Json>(
    Object.fromEntries(rest),
    { ...map, [key]: `${item}x` },
    { ...map, another: 'a' },
    { ...Object.fromEntries(rest), [`${key}x`]: item },
  );
}

test('there are fields of every form and type', () => {
  expect(all.length).toBeGreaterThan(140);
});

test.each(all)('%s', (_, name, field) => {
  fc.assert(
    fc.property(
      arbitraryValue(name, field, vocabulary).chain((value) =>
        fc.tuple(fc.constant(value), same(field, value), other(field, value)),
      ),
      ([value, again, another]) => {
        const once = canonical(field, value);
        expect(canonicalJson(canonical(field, once))).toBe(canonicalJson(once));
        expect(compareValues(field, value, again, nothing)).toBe('same');
        expect(compareValues(field, again, value, nothing)).toBe('same');
        expect(compareValues(field, value, another, nothing)).toBe('different');
        expect(compareValues(field, again, another, nothing)).toBe('different');
      },
    ),
    { numRuns: 40 },
  );
});

test.each<[string, string, string]>([
  ['long integers that round to one number', '{"a":12345678901234567891}', '{"a":12345678901234567892}'],
  ['an infinity and nothing', 'a: .inf', 'a: null'],
  ['a text of digits and a number', 'a: "1"', 'a: 1'],
  ['a text and a boolean', "a: 'no'", 'a: false'],
  ['trailing white space within a text', 'a: "x "', 'a: "x"'],
])('%s in a policy are two values', (_, one, other_) => {
  const field = kinds.endpoint.fields['traffic_policy']!;
  expect(compareValues(field, one, other_, nothing)).toBe('different');
  expect(compareValues(field, one, `# again\n${one}\n`, nothing)).toBe('same');
  for (const text of [one, other_])
    expect(canonical(field, canonical(field, text))).toBe(canonical(field, text));
});

test('a tree of any shape is the same policy in JSON and in YAML, and its canonical text is its own', () => {
  const field = kinds.endpoint.fields['traffic_policy']!;
  fc.assert(
    fc.property(
      fc.oneof(
        policyTree as Arbitrary<Json>,
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }) as Arbitrary<Json>, { minKeys: 1 }),
      ),
      (tree) => {
        const json = JSON.stringify(tree);
        expect(compareValues(field, json, stringify(tree), nothing)).toBe('same');
        const text = canonical(field, json);
        expect(canonical(field, text)).toBe(text);
      },
    ),
    { numRuns: runs(200) },
  );
});
