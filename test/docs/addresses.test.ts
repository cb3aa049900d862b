/*
 * Each address of the reference that a finding, a hover or `explain` can have is a heading of its page, and each key,
 * setting and action has its own; those of the kinds are in kind-pages.test.ts.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  documentPage,
  headingPage,
  languagePage,
  placePage,
  settingsPagePath,
} from '../../src/derive/explain/docs-address.ts';
import { documentKeys } from '../../src/derive/explain/document-keys.ts';
import { explainField } from '../../src/derive/explain/explain.ts';
import { allSubjects } from '../../src/derive/explain/explain-document.ts';
import { explainLanguage, languageSubjects } from '../../src/derive/policy-language/explain-language.ts';
import { actionSettings, policyPage, settingPage } from '../../src/derive/policy-language/policy-address.ts';
import { documentTables } from '../../src/kinds/documents/index.ts';
import { settings as settingsTable } from '../../src/kinds/documents/settings.ts';
import { trafficActions } from '../../src/kinds/policy/index.ts';
import type { Path } from '../../src/model/value.ts';
import { slugOf } from '../../docs/site/pages.mjs';
import { repository } from './page.ts';

function addressesIn(page: string): readonly string[] {
  const text = readFileSync(path.join(repository, 'docs', page), 'utf8').replaceAll(
    /^```[\s\S]*?^```$/gm,
    '',
  );
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => `${page}#${slugOf(heading)}`);
}

const headings = new Set([settingsPagePath, languagePage].flatMap(addressesIn));

/** `settings.lint.overrides[].rules.<key>.severity` as a path: an index, and a name that the map takes. */
function pathTo(heading: string, entryOf: (map: string) => string): Path {
  const [, ...names] = heading.split('.');
  return names.flatMap((name, at) => {
    if (name === '<key>') return [entryOf(names.slice(0, at).join('.'))];
    return name.endsWith('[]') ? [name.slice(0, -2), 0] : [name];
  });
}

/** A key of a map that is not free. */
const entries: Readonly<Record<string, string>> = {
  adopt: 'https-route/shop',
  'policy.actions': 'paint-it-green',
};

test('each heading of the pages is one of a kind', () => {
  for (const page of [settingsPagePath, languagePage]) {
    const all = addressesIn(page);
    expect(all.filter((address, at) => all.indexOf(address) !== at)).toEqual([]);
    expect(all.length).toBeGreaterThan(200);
  }
});

describe.each(documentTables)('$name', (table) => {
  const keys = documentKeys(table);

  test('each key has a heading, and its path leads there', () => {
    for (const { heading } of keys) {
      const own = headingPage(settingsPagePath, heading);
      expect(headings).toContain(own);
      expect(
        documentPage(
          table,
          pathTo(heading, (map) => entries[map] ?? 'shop'),
        ),
      ).toBe(own);
    }
  });

  test('what is no key is at what holds it', () => {
    expect(documentPage(table, ['no_such_key'])).toBe(`${settingsPagePath}#${table.name}`);
    expect(headings).toContain(`${settingsPagePath}#${table.name}`);
    const heading = keys[0]?.heading ?? '';
    expect(documentPage(table, [...pathTo(heading, () => 'shop'), 0, 'no_such_key'])).toBe(
      headingPage(settingsPagePath, heading),
    );
  });
});

test('`explain` of a document and of each of its keys names a heading', () => {
  const subjects = [...allSubjects(), 'test.given.http_request', 'environment.adopt', 'https-route.uses'];
  const astray = subjects.filter((subject) => {
    const found = explainField(subject);
    return 'suggestions' in found || !headings.has(found.page ?? '');
  });
  expect(astray).toEqual([]);
});

test('a policy of edgewright.yaml has the section of policies', () => {
  const pageOf = (...at: Path): string => documentPage(settingsTable, ['policies', ...at]);
  expect(pageOf()).toBe(`${settingsPagePath}#settingspolicies`);
  expect(pageOf('named', 'assert')).toBe(`${settingsPagePath}#policyassert`);
  expect(pageOf('named', 'asert')).toBe(`${settingsPagePath}#policy`);
});

test.each([
  ['https-route', ['spec', 'oidc', 'issuer'], 'https-route.md#https-routeoidcissuer'],
  ['https-route', ['overrides', 'production', 'match'], 'https-route.md#https-routematch'],
  ['https-route', ['overrides', 'prodution'], 'settings.md#resourceoverrides'],
  ['https-route', ['spec', 'no_such_field'], 'https-route.md'],
  ['https-route', ['spec'], 'https-route.md'],
  ['https-route', ['match'], 'https-route.md#https-routematch'],
  ['https-route', ['uses', 0], 'settings.md#resourceuses'],
  ['https-route', ['kind'], 'settings.md#resource'],
  ['https-rout', ['kind'], 'settings.md#resourcekind'],
  [undefined, [], 'settings.md#resource'],
  ['preset', ['spec', 'bindings', 0], 'endpoint.md#endpointbindings'],
  ['preset', ['spec', 'no_such_field'], 'settings.md#presetspec'],
  ['removed', ['then'], 'settings.md#removedthen'],
  ['approvals', ['changes', 'https-route/shop'], 'settings.md#approvalschanges'],
] as const)('in a resource file, %s: %j', (kind, at, address) => {
  expect(placePage(kind, at)).toBe(`reference/${address}`);
});

test('a field of a preset is one of the kind that uses it', () => {
  const at = ['spec', 'traffic_policy', 'value'];
  expect(placePage('preset', at, ['tls-edge'])).toBe('reference/tls-edge.md#tls-edgetraffic_policyvalue');
  expect(placePage('preset', at, ['endpoint'])).toBe('reference/endpoint.md#endpointtraffic_policy');
});

describe.each(trafficActions)('$type', (action) => {
  const inPolicy = ['on_http_request', 3, 'actions', 1];
  const pageAt = (...at: Path): string => policyPage([...inPolicy, ...at], () => action.type);

  test('has a heading, and one for each setting, and paths lead there', () => {
    const own = `${languagePage}#${action.type}`;
    expect(headings).toContain(own);
    expect([pageAt(), pageAt('type'), pageAt('config'), pageAt('config', 'no_such')]).toEqual([
      own,
      own,
      own,
      own,
    ]);
    for (const { heading } of actionSettings(action)) {
      const address = headingPage(languagePage, heading);
      expect(headings).toContain(address);
      const steps = pathTo(heading, () => 'shop');
      expect(settingPage(action, steps)).toBe(address);
      expect(pageAt('config', ...steps, 0)).toBe(address);
      expect(policyPage(['inbound', 0, 'config', ...steps], () => action.type)).toBe(address);
    }
  });
});

test.each([
  [[], ''],
  [['on_http_response'], '#on_http_response'],
  [['inbound'], '#phases'],
  [['on_http_request', 0], '#rules'],
  [['on_http_request', 0, 'name'], '#rules'],
  [['on_http_request', 0, 'actions'], '#rules'],
  [['on_http_request', 0, 'expressions', 2], '#expressions'],
  [['on_http_request', 0, 'actions', 0, 'type'], '#actions'],
  [['on_http_request', 0, 'type'], '#actions'],
] as const)('in a policy with an unknown action, %j', (at, anchor) => {
  const address = policyPage(at, () => 'paint-it-green');
  expect(address).toBe(languagePage + anchor);
  if (anchor !== '') expect(headings).toContain(address);
});

test('`explain` of all names of the language names a heading', () => {
  const settings = trafficActions.flatMap((action) =>
    actionSettings(action).map(({ heading }) => heading.replaceAll('[]', '')),
  );
  const astray = [...languageSubjects(), ...settings].filter(
    (subject) => !headings.has(explainLanguage(subject)?.page ?? ''),
  );
  expect(astray).toEqual([]);
});
