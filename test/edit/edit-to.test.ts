import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { editedTo } from '../../src/edit/edit-to.ts';
import { plainValue } from '../../src/derive/schema/plain-value.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import { yamlText } from '../../src/report/text/yaml.ts';
import { readYaml } from '../../src/derive/yaml/read-yaml.ts';
import { runs } from '../runs.ts';

const tools = {
  read: (source: { path: string; text: string }) => readYaml(source).documents,
  print: yamlText,
};

function edit(text: string, target: Json, index = 0): string | undefined {
  return editedTo({ path: 'a.yaml', text }, index, target, tools);
}

function valueOf(text: string, index = 0): Json {
  const root = tools.read({ path: 'a.yaml', text })[index]?.root;
  if (root === undefined) throw new Error(`cannot be read:\n${text}`);
  return plainValue(root);
}

const words = fc.constantFrom(
  'a',
  'yes',
  '012',
  'a: b',
  ' #x',
  'two\nlines',
  'two\nlines\n',
  '\n\nmore\n\n',
  '  led',
  'trailing ',
  '',
  '$(x)',
  '$$(x)',
  'größe 👍',
  'tab\tbed',
  'it\u0085is\u2028weird\u007f',
  '- x',
  "it's",
  '"q"',
  '{',
  '[x',
  '&a',
  '*a',
  '!t',
  '%x',
  '@x',
  '`x',
  'null',
  '~',
  '1.0',
  '---',
  '...',
  'x'.repeat(300),
  '::error::x',
  'cr\rlf\r\n',
);

const leaf: Arbitrary<Json> = fc.oneof(
  words,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
);
const key = fc.constantFrom('a', 'b', 'c', 'd', 'x-y', 'yes', '1', 'a b', '#k', 'ключ');
const { value, map } = fc.letrec<{ value: Json; map: JsonObject; list: readonly Json[] }>((tie) => ({
  value: fc.oneof({ maxDepth: 3, depthSize: 'small' }, leaf, tie('map'), tie('list')),
  map: fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  list: fc.array(tie('value'), { maxLength: 5 }),
}));

/** A value with some parts changed or removed. */
function mutated(before: Json): Arbitrary<Json> {
  if (Array.isArray(before)) {
    const items = before as readonly Json[];
    return fc
      .tuple(
        ...items.map((item) =>
          fc.oneof(
            { weight: 4, arbitrary: fc.constant([item]) },
            { weight: 1, arbitrary: fc.constant<Json[]>([]) },
            { weight: 2, arbitrary: mutated(item).map((one) => [one]) },
            { weight: 1, arbitrary: value.map((one) => [item, one]) },
          ),
        ),
      )
      .map((parts) => parts.flat(1));
  }
  if (typeof before === 'object' && before !== null) {
    const entries = Object.entries(before as JsonObject).map(([name, item]) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constant([[name, item]] as [string, Json][]) },
        { weight: 1, arbitrary: fc.constant([] as [string, Json][]) },
        { weight: 2, arbitrary: mutated(item).map((one) => [[name, one]] as [string, Json][]) },
      ),
    );
    return fc
      .tuple(fc.tuple(...entries), fc.dictionary(key, value, { maxKeys: 1, noNullPrototype: true }))
      .map(([parts, added]) => ({ ...added, ...Object.fromEntries(parts.flat(1)), ...added }));
  }
  return fc.oneof(fc.constant(before), value);
}

/** A document as somebody may have written it: block or in braces, quoted or not, with comments and odd indentation. */
const written = fc
  .record({
    before: map.filter((entries) => Object.keys(entries).length > 0),
    indent: fc.constantFrom(2, 3, 4),
    indentSeq: fc.boolean(),
    flow: fc.boolean(),
    single: fc.boolean(),
    comments: fc.boolean(),
    crlf: fc.boolean(),
  })
  .map(({ before, indent, indentSeq, flow, single, comments, crlf }) => {
    const text = stringify(before, {
      version: '1.2',
      schema: 'core',
      indent,
      indentSeq,
      collectionStyle: flow ? 'flow' : 'any',
      ...(single ? { singleQuote: true } : {}),
      lineWidth: 0,
      aliasDuplicateObjects: false,
    });
    const commented = comments ? `# first\n\n${text}# last\n` : text;
    return {
      before,
      text: crlf && !commented.includes('\r') ? commented.replaceAll('\n', '\r\n') : commented,
    };
  })
  .filter(
    ({ before, text }) => JSON.stringify(valueOf(text)) === JSON.stringify(before) || text.includes('\r'),
  );

interface Case {
  readonly name: string;
  readonly index?: number;
  readonly before: string;
  readonly target: Json;
  /** Absent: it cannot be brought to it. */
  readonly after?: string;
}

const cases = parse(readFileSync(path.join(import.meta.dirname, 'cases.yaml'), 'utf8')) as readonly Case[];

test.each(cases)('$name', ({ index, before, target, after }) => {
  expect(edit(before, target, index)).toBe(after);
});

describe('a document that is brought to say something else', () => {
  test('says it, whatever it is', () => {
    const cases = written
      .chain(({ text }) => mutated(valueOf(text)).map((target) => ({ text, target })))
      .filter(({ target }) => Object.keys(target as JsonObject).length > 0);
    fc.assert(
      fc.property(cases, ({ text, target }) => {
        const after = edit(text, target);
        expect(after, text).toBeDefined();
        expect(valueOf(after ?? '')).toEqual(target);
        expect(edit(after ?? '', target)).toBe(after);
        if (text.includes('# last')) expect(after).toContain('# last');
      }),
      { numRuns: runs(300) },
    );
  }, 600_000);

  test('is not touched where it says it already', () => {
    fc.assert(
      fc.property(written, ({ text }) => {
        expect(edit(text, valueOf(text))).toBe(text);
      }),
      { numRuns: runs(100) },
    );
  });
});
