/** Facts for a request that is undecided: a person gives them, and tries again. */
import { plainValue } from '../../derive/schema/plain-value.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';
import { h, htmlText, prose, type Content } from '../../report/page/html-content.ts';
import { inertLine } from '../../report/text/inert.ts';
import { unknownText } from '../../report/tests/unknown-words.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { mergeMaps } from '../../text/json/merge-maps.ts';
import type { PendingFacts } from '../checks/sessions.ts';
import type { ReadFacts } from '../dev-serving.ts';
import { factKey, type FactKey } from '../request/fact-keys.ts';
import type { ChosenFacts } from '../request/facts-of-request.ts';
import { devPage, type DevPage } from './dev-page.ts';

/** The form, with what was written into it before and why that was not taken. */
interface FilledForm {
  readonly form: URLSearchParams;
  readonly problem: string;
}

export function factsPage(pending: PendingFacts, filled?: FilledForm): DevPage {
  const { origin, path, method } = pending;
  const title = 'Which facts?';
  const fields = fieldsOf(pending);
  const content: readonly Content[] = [
    h('header', {}, [
      h('h1', {}, title),
      h('p', 'provenance', inertLine(`${method} ${origin}${path} depends on facts that nothing here shows.`)),
    ]),
    h('main', {}, [
      h('p', { class: 'problem', role: 'alert' }, filled?.problem ?? ''),
      h('form', { class: 'login', method: 'post' }, [
        ...fields.map(({ name, key, why }) =>
          factField(name, key, { why, value: filled?.form.get(name) ?? '' }),
        ),
        h('label', {}, [
          'More facts of this browser for this host, as YAML',
          h(
            'textarea',
            { name: moreName, rows: '4', spellcheck: 'false' },
            filled?.form.get(moreName) ?? factsText(pending.facts),
          ),
        ]),
        h('button', { type: 'submit' }, 'Try again'),
      ]),
    ]),
  ];
  // A browser checks the page that a form leads to as well.
  return devPage({ title, body: [htmlText(content)], allow: { 'form-action': `'self' ${origin}` } });
}

const moreName = 'more';

interface FactField {
  /** The key in a test. */
  readonly name: string;
  readonly key: FactKey;
  readonly why: string;
}

function fieldsOf({ missing }: Pick<PendingFacts, 'missing'>): readonly FactField[] {
  return missing.flatMap((unknown) => {
    const key = unknown.give === undefined ? undefined : factKey(unknown.give);
    return key === undefined ? [] : [{ name: unknown.give ?? '', key, why: unknownText(unknown) }];
  });
}

function factField(
  name: string,
  { doc, words, sample }: FactKey,
  { why, value }: { readonly why: string; readonly value: string },
): Content {
  const control =
    words.length === 0
      ? h('input', { name, type: 'text', autocomplete: 'off', placeholder: sample, value })
      : h('select', { name }, [
          h('option', { value: '' }, 'not given'),
          ...words.map((word) =>
            h('option', { value: word, ...(word === value ? { selected: '' } : {}) }, word),
          ),
        ]);
  return h('label', {}, [h('code', {}, inertLine(name)), prose(inertLine(doc === '' ? why : doc)), control]);
}

function factsText({ from, given }: ChosenFacts): string {
  const isNone = Object.keys(from).length + Object.keys(given).length === 0;
  return isNone ? '' : JSON.stringify({ ...(Object.keys(from).length === 0 ? {} : { from }), ...given });
}

/** The facts of a form: those of its fields, and beside them those that are written as YAML. */
export function factsOfForm(
  pending: PendingFacts,
  form: URLSearchParams,
  readFacts: ReadFacts,
): ChosenFacts | { readonly problem: string } {
  const more = (form.get(moreName) ?? '').trim();
  const written = more === '' ? {} : yamlMap(more);
  if (written === undefined)
    return { problem: 'The facts are not YAML, such as `{ login: { email: ann@example.com } }`.' };
  let all: Readonly<Record<string, unknown>> = written;
  for (const { name, key } of fieldsOf(pending)) {
    const text = (form.get(name) ?? '').trim();
    if (text === '') continue;
    const value = key.isText ? text : yamlValue(text);
    if (value === undefined) return { problem: `\`${name}\` is not YAML, such as \`${key.sample}\`.` };
    // Facts of `given` are beside `from`, as in the header.
    const [group = '', ...rest] = key.path;
    const path = group === 'given' ? rest : key.path;
    all = mergeMaps(
      all,
      path.reduceRight((inner: unknown, part) => ({ [part]: inner }), value) as typeof all,
    );
  }
  return readFacts(JSON.stringify(all));
}

function yamlMap(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = yamlValue(text);
  return isJsonMap(value) ? value : undefined;
}

function yamlValue(text: string): unknown {
  const [document] = readYaml({ path: 'facts', text }).documents;
  return document?.root === undefined || document.isBroken === true ? undefined : plainValue(document.root);
}
