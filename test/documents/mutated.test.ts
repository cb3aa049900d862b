/**
 * Each value of each kind of document is replaced by a value of another type, or left out: lint, test, plan, drift and
 * the language server end as they should, and what the schema of the document does not allow is a finding at its key.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LineCounter, isMap, parseAllDocuments, parseDocument, type Node } from 'yaml';
import { createAjv } from '../../src/derive/schema/ajv.ts';
import { editorSchemas } from '../../src/derive/schema/schema-files.ts';
import type { LintDocument } from '../../src/report/findings/lint-json.ts';
import { share } from '../runs.ts';
import { documentTables } from '../../src/kinds/documents/index.ts';
import type { DocumentField } from '../../src/kinds/documents/document-field.ts';
import { completeDocuments } from './complete.ts';
import {
  mutants,
  mutatedText,
  nameOf,
  placesIn,
  textOf,
  textsOf,
  type Mutant,
  type Path,
} from './mutants.ts';
import { openEditor, openStage, type Editor, type Stage } from './play.ts';

/** What only a run of tests says: their results, and values of resources in tests of lint policies. */
const foundByTests = new Set([
  'id-format',
  'test-contradiction',
  'test-failed',
  'test-undecided',
  'test-unserved',
]);

const ajv = createAjv({ strict: false });
const schemas = new Map([...editorSchemas({})].map(([name, schema]) => [name, ajv.compile(schema)]));

const chosen = share(mutants);

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor();
});

afterAll(async () => {
  expect(await editor.close()).toBe(0);
});

test.each(completeDocuments.map((of) => [of.name, of] as const))('%s', async (_, of) => {
  const stage = openStage({ ...textsOf(of.beside), [of.file]: textOf(of.document) });
  const wrong: string[] = [];
  try {
    for (const mutant of chosen)
      if (mutant.of === of)
        wrong.push(...(await mistakesOf(mutant, stage)).map((one) => `${nameOf(mutant)}: ${one}`));
  } finally {
    stage.remove();
  }
  expect(wrong).toEqual([]);
});

test('there are enough of them, and many that the schemas do not allow', () => {
  process.stdout.write(`${chosen.length} of ${mutants.length} mutated documents\n`);
  expect(mutants.length).toBeGreaterThan(706);
  const foreign = chosen.filter((mutant) => isForeign(mutant, mutatedText(mutant)));
  expect(foreign.length).toBeGreaterThan(chosen.length / 4);
});

/** edgewright.dev.yaml is read by `dev` and sent tests alone: test/dev/mutated-file.test.ts. */
const tables = documentTables.filter(({ name }) => name !== 'dev');

test.each(tables.map((table) => [table.name, table] as const))(
  'every key of %s has a value',
  (_, { fields, within }) => {
    const places = completeDocuments.flatMap(({ document }) => placesIn(document));
    const keys = [...keysOf({ type: 'group', doc: '', fields })].map((key) => [...(within ?? []), ...key]);
    const isThere = (key: Key): boolean =>
      places.some(
        (place) =>
          place.length === key.length &&
          key.every((step, at) =>
            step === undefined ? typeof place[at] === 'number' : step === '<key>' || step === place[at],
          ),
      );
    expect(keys.filter((key) => !isThere(key)).map((key) => key.join('.'))).toEqual([]);
  },
);

/** A path in a table: `undefined` is an item of a list, `<key>` any key. */
type Key = readonly (string | undefined)[];

function* keysOf(field: DocumentField): Generator<Key> {
  if (field.type === 'list') for (const path of keysOf(field.item)) yield [undefined, ...path];
  if (field.type === 'either') yield* keysOf(field.long);
  if (field.type === 'map')
    for (const { value } of field.values) for (const path of [[], ...keysOf(value)]) yield ['<key>', ...path];
  if (field.type !== 'group') return;
  for (const [key, inner] of Object.entries(field.fields)) {
    yield [key];
    for (const path of keysOf(inner)) yield [key, ...path];
  }
}

async function mistakesOf(mutant: Mutant, { write, run, uriOf }: Stage): Promise<readonly string[]> {
  const { file } = mutant.of;
  const text = mutatedText(mutant);
  write(file, text);
  const wrong: string[] = [];
  const linted = await run('lint --format json');
  if (linted.exit === 70) return [`lint: ${firstLine(linted.stderr)}`];
  const { findings = [] } = linted.stdout === '' ? {} : (JSON.parse(linted.stdout) as Partial<LintDocument>);
  const isClean = findings.every(({ severity }) => severity !== 'error');
  // With an error, all that read the API end at once.
  for (const command of ['test', 'plan --local', ...(isClean ? ['drift --local'] : [])]) {
    const { exit, stdout, stderr } = await run(command);
    if (exit === 70) wrong.push(`${command}: ${firstLine(stderr)}`);
    for (const [, rule = ''] of `${stdout}${stderr}`.matchAll(/^error\[([a-z-]+)\]/gm))
      if (isClean && !foundByTests.has(rule)) wrong.push(`${command} finds ${rule}, and lint does not`);
  }
  const lines = linesAt(text, mutant.path);
  const before = editor.failures.length;
  await editor.look(uriOf(file), text, { line: lines.last - 1, character: 200 });
  wrong.push(...editor.failures.slice(before).map((said) => `lsp: ${said}`));
  const isSeen = findings.some(
    ({ place }) => place.file === file && place.start.line >= lines.first && place.start.line <= lines.last,
  );
  // Without settings nothing is read, which stderr says.
  if (isForeign(mutant, text) && !isSeen && linted.exit !== 78)
    wrong.push(`no finding at it, but ${findings.map(({ rule }) => rule).join(', ')}`);
  return wrong;
}

function firstLine(text: string): string {
  return text.split('\n').slice(0, 5).join(' ').slice(0, 600);
}

/** Whether the schema of editors does not allow the value at its place. */
function isForeign({ of, path, what }: Mutant, text: string): boolean {
  const validate = of.schema === undefined ? undefined : schemas.get(of.schema);
  if (validate === undefined || what === 'left out' || path.length === 0) return false;
  const pointer = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  validate(parseDocument(text).toJS());
  return (validate.errors ?? []).some(({ instancePath }) => instancePath === pointer);
}

/** The lines of a value with its key, or of what has been left out of. */
function linesAt(text: string, path: Path): { readonly first: number; readonly last: number } {
  const counter = new LineCounter();
  const [document] = parseAllDocuments(text, { lineCounter: counter });
  const all = { first: 1, last: Math.max(counter.lineStarts.length, 1) };
  if (document === undefined || !('getIn' in document)) return all;
  const holder = document.getIn(path.slice(0, -1), true) as Node | undefined;
  const node = document.getIn(path, true) as Node | undefined;
  const key = isMap(holder)
    ? holder.items.find((item) => String((item.key as { value: unknown }).value) === String(path.at(-1)))?.key
    : undefined;
  const [start] = ((key as Node | undefined) ?? node ?? holder)?.range ?? [];
  const [, end] = (node ?? holder)?.range ?? [];
  if (start === undefined || end === undefined) return all;
  return {
    first: counter.linePos(start).line,
    last: Math.max(counter.linePos(start).line, counter.linePos(end).line),
  };
}
