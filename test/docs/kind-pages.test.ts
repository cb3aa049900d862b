/* docs/reference/https-route.md and its like, as a reader sees them; that they are current is tested elsewhere. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { referencePage } from '../../src/derive/explain/docs-address.ts';
import { explainField, kindSubjects } from '../../src/derive/explain/explain.ts';
import { kindNames } from '../../src/kinds/index.ts';
import { repository } from './page.ts';

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

describe.each(kindNames)('%s', (kind) => {
  const page = readFileSync(path.join(repository, `docs/reference/${kind}.md`), 'utf8');
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text);

  test('has a heading for each module and each field that `explain` knows', () => {
    const missing = kindSubjects()
      .filter((subject) => subject.startsWith(`${kind}.`))
      .filter(
        (subject) => !headings.includes(`\`${subject}\``) && !headings.includes(subject.split('.')[1] ?? ''),
      );
    expect(missing).toEqual([]);
  });

  test('has an address for each heading, and a heading for each link', () => {
    const addresses = headings.map(anchorOf);
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([]);
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target);
    expect(links.filter((link) => !addresses.includes(link))).toEqual([]);
    expect(links.length).toBeGreaterThan(3);
  });

  test('has the heading that findings, hovers and `explain` link to, of each field', () => {
    const addresses = new Set(headings.map((heading) => `reference/${kind}.md#${anchorOf(heading)}`));
    const astray = kindSubjects()
      .filter((subject) => subject.startsWith(`${kind}.`))
      .map((subject) => referencePage(kind, subject.split('.').slice(1)))
      .filter((address) => address === undefined || !addresses.has(address));
    expect(astray).toEqual([]);
    expect(referencePage(kind, [])).toBe(`reference/${kind}.md`);
    expect(referencePage(kind, ['no_such_field'])).toBe(undefined);
  });

  test('says of each field what `explain` says', () => {
    const silent = kindSubjects()
      .filter((subject) => subject.startsWith(`${kind}.`))
      .filter((subject) => {
        const field = explainField(subject);
        return 'suggestions' in field || !page.replaceAll('\\', '').includes(field.doc);
      });
    expect(silent).toEqual([]);
  });

  test('has examples of this kind', () => {
    const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
      ([, text = '']) => parse(text) as unknown,
    );
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(example).toMatchObject({ kind, name: 'example' });
  });
});
