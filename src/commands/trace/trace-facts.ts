import { addressPattern, forms, hasForm } from '../../kinds/documents/forms.ts';
import { requestTests } from '../../kinds/documents/request-test.ts';
import type { DocumentField } from '../../kinds/documents/document-field.ts';
import { plainValue } from '../../derive/schema/plain-value.ts';
import { textOfKey } from '../../text/key-text.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode } from '../../model/document.ts';
import { usageError } from '../../model/errors.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { mergeMaps } from '../../text/json/merge-maps.ts';
import { parseRequest } from '../../routing/traffic/request.ts';
import type { GivenRequest } from '../../run/tests/save-request-test.ts';
import { plainField } from '../../workspace/documents/plain-field.ts';
import { readTests, requestFactsOf } from '../../workspace/settings/request-tests.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';

/** The options of a request and of the facts about it. */
export interface RequestOptions {
  readonly method: string;
  readonly header?: readonly string[];
  readonly body?: string;
  readonly ip?: string;
  readonly country?: string;
  readonly login?: string;
  readonly fact?: readonly string[];
}

type PlainMap = Readonly<Record<string, unknown>>;

export function requestGiven(url: string, options: RequestOptions): GivenRequest {
  const { method, header = [], body, ip, country, login, fact = [] } = options;
  checkUrl(url);
  if (!hasForm(method, forms.method))
    throw usageError(`\`--method ${method}\` is not a method`, forms.method.help);
  const headers = Object.fromEntries(
    [...groupBy(header.map(headerOf), ([name]) => name)].map(([name, all]) => {
      const [first, ...more] = all.map(([, value]) => value);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
  const isPlain = method.toUpperCase() === 'GET' && header.length === 0 && body === undefined;
  const request = {
    ...(method.toUpperCase() === 'GET' ? {} : { method: method.toUpperCase() }),
    url,
    ...(header.length === 0 ? {} : { headers }),
    ...withoutUndefined({ body }),
  };
  const facts: readonly PlainMap[] = [
    ...(ip === undefined ? [] : [checked(`--ip ${ip}`, { from: { ip } })]),
    ...(country === undefined ? [] : [checked(`--country ${country}`, { from: { country } })]),
    ...(login === undefined ? [] : [checked(`--login ${login}`, { given: { login: loginOf(login) } })]),
    ...fact.map(factOf),
  ];
  const document = facts.reduce(mergeMaps, { request: isPlain ? url : request });
  return { document, facts: requestFactsOf(document) };
}

function checkUrl(url: string): void {
  const parsed = parseRequest(url);
  if ('request' in parsed) return;
  if (hasForm(url, { pattern: addressPattern }))
    throw usageError(parsed.problem, `write a URL that \`${url}\` serves`);
  const meant = `https://${url}`;
  // The part before the host may contain a password.
  const shown = url.replace(/\/\/[^/?#]*@/, '//…@');
  if (!url.includes('://') && 'request' in parseRequest(meant))
    throw usageError(`\`${shown}\` is not a URL`, `write \`${meant}\``);
  if (/^\/(?!\/)/.test(url))
    throw usageError(
      `\`${shown}\` is not a URL`,
      `write what is before the path: \`https://<host>${shown}\`, or \`https-edge/<name>${shown}\``,
    );
  throw usageError(parsed.problem, `column ${parsed.column} of \`${shown}\``);
}

/** An empty value is a present header. */
function headerOf(text: string): readonly [string, string] {
  const [, name = '', value = ''] = /^([^:]*):[ \t]*(.*?)[ \t]*$/s.exec(text) ?? [];
  if (!hasForm(name, forms.headerName)) throw usageError(`\`--header ${text}\` is not \`name: value\``);
  if (!hasForm(value, forms.headerValue))
    throw usageError(
      `the value of \`--header ${name}\` has a line break or another control character`,
      'write it on one line',
    );
  return [name.toLowerCase(), value];
}

/** An e-mail address, `none`, or the facts as YAML. */
function loginOf(text: string): unknown {
  if (text === 'none') return text;
  if (/^[^\s@:{}]+@[^\s@:{}]+$/.test(text)) return { email: text };
  const value = yamlValue(text);
  if (isJsonMap(value)) return value;
  throw usageError(
    `\`--login ${text}\` is neither an e-mail address nor the facts of a login`,
    "write `--login ann@example.com`, `--login none`, or `--login '{ provider: google, email: ann@example.com }'`",
  );
}

/** `given.signature: valid`: the key of a test with dots, and its value. */
function factOf(text: string): PlainMap {
  const source = { path: 'option', text };
  const [document] = readYaml(source).documents;
  const root = document?.isBroken === true ? undefined : document?.root;
  if (root?.type !== 'map' || root.entries.length === 0)
    throw usageError(
      `\`--fact ${text}\` is not \`key: value\``,
      "write a key of a test, such as `--fact 'given.signature: valid'`; `edgewright explain test.given` and `edgewright explain test.from` have all",
    );
  const factsBy = (valueOf: (node: DocumentNode, field: DocumentField | undefined) => unknown): PlainMap =>
    root.entries
      .map((entry) =>
        nested(textOfKey(entry), requestTests.fields.tests.item, (at) => valueOf(entry.value, at)),
      )
      .reduce(mergeMaps, {});
  const { given } = checked(`--fact ${text}`, factsBy(plainValue));
  if (isJsonMap(given) && Object.hasOwn(given, 'edge'))
    throw usageError(
      `\`--fact ${text}\`: a trace follows each edge that may have the host`,
      'name one with `--host <host>=https-edge/<name>`',
    );
  return factsBy((node, field) => field && plainField(node, field, source));
}

/** Names in a map of free keys may have dots. */
function nested(
  key: string,
  field: DocumentField | undefined,
  valueAt: (field: DocumentField | undefined) => unknown,
): PlainMap {
  const fields =
    field?.type === 'group' ? field.fields : field?.type === 'either' ? field.long.fields : undefined;
  const dot = field?.type === 'map' ? -1 : key.indexOf('.');
  const name = dot === -1 ? key : key.slice(0, dot);
  const inner = field?.type === 'map' ? field.values[0]?.value : fields?.[name];
  return { [name]: dot === -1 ? valueAt(inner) : nested(key.slice(dot + 1), inner, valueAt) };
}

function yamlValue(text: string): unknown {
  const [document] = readYaml({ path: 'option', text }).documents;
  return document?.root === undefined || document.isBroken === true ? undefined : plainValue(document.root);
}

/** Facts of one option, read as those of a test file are. */
function checked(option: string, facts: PlainMap): PlainMap {
  const test = { name: 'trace', request: 'https-edge/any', expect: { status: 200 }, ...facts };
  const source = { path: 'option', text: JSON.stringify({ tests: [test] }) };
  const diagnostics: Diagnostic[] = [];
  for (const document of readYaml(source).documents) readTests({ source, diagnostics }, document);
  const [first] = diagnostics;
  if (first === undefined) return facts;
  throw usageError(`\`${option}\`: ${first.message}`, helpOf(first, facts));
}

/** Where a fix replaces a word, or a fact lacks its group, the word that was meant. */
function helpOf({ help, fix }: Diagnostic, facts: PlainMap): string | undefined {
  const { from, given } = requestTests.fields.tests.item.fields;
  const meant = Object.keys(facts).flatMap((key) => [
    ...(Object.hasOwn(given.fields, key) ? [`given.${key}`] : []),
    ...(Object.hasOwn(from.long.fields, key) ? [`from.${key}`] : []),
  ]);
  const [word = fix?.edits[0]?.text] = meant;
  return word === undefined ? help : `did you mean \`${word}\`?`;
}
