/* docs/rules/ as a reader of GitHub sees it; that it is current is tested with the other generated files. */
import { readdirSync, readFileSync } from 'node:fs';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { rules } from '../../src/lint/rules.ts';
import { apiNotes } from '../../src/kinds/api-notes.ts';
import { renderRule } from '../../src/report/explain/explain-rule.ts';

const folder = new URL('../../docs/rules/', import.meta.url);
const pages = readdirSync(folder).map((name) => {
  const html = micromark(readFileSync(new URL(name, folder), 'utf8'), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  return { name, html };
});

function all(pattern: RegExp, text: string): readonly string[] {
  return Array.from(text.matchAll(pattern), ([, found = '']) => found);
}

/** The anchors that GitHub gives to headings. */
function anchorsOf(html: string): readonly string[] {
  return all(/<h[123]>(.*?)<\/h[123]>/g, html).map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

test('every rule has its section on the page of its group, a row there, and an entry in the index', () => {
  const index = pages.find(({ name }) => name === 'README.md')!.html;
  const sections = pages.flatMap(({ name, html }) =>
    all(/<h2>(.*?)<\/h2>/g, html).map((id) => `${name}#${id}`),
  );
  expect([...sections].sort()).toEqual(rules.map(({ id, group }) => `${group}.md#${id}`).sort());
  for (const { id, group } of rules) {
    const own = pages.find(({ name }) => name === `${group}.md`)!.html;
    expect(all(new RegExp(`href="#(${id})"`, 'g'), own), id).toHaveLength(1);
    expect(all(new RegExp(`href="${group}.md#(${id})"`, 'g'), index), id).toHaveLength(1);
  }
});

test.each(rules.map((rule) => [rule.id, rule] as const))(
  '`explain %s` says what the page says',
  (id, rule) => {
    const page = readFileSync(new URL(`${rule.group}.md`, folder), 'utf8');
    const [, section = ''] = page.split(`\n## ${id}\n`);
    const [summary, why, facts = ''] = section.replaceAll(/\\(?=[<*_[\]])/g, '').split('\n\n', 3);
    expect(oneLine(renderRule(rule))).toContain(oneLine(`${summary} ${why} ${factsAsExplained(facts)}`));
  },
);

/** The facts of a rule's section in the order and the words of `explain`. */
function factsAsExplained(facts: string): string {
  const [, severity, must, note, standard, fix] =
    /^\*\*Severity:\*\* (.*)\. \*\*Source:\*\* (documented: )?\[.*\]\(\.\.\/(.*)\)(, .*)?\. \*\*Fix:\*\* (.*?)\./.exec(
      facts,
    ) ?? [];
  const source = `docs/${note}${must === undefined ? '' : ', documented'}${standard ?? ''}`;
  return `source ${source} severity ${severity} fix ${fix?.replaceAll('`', '').replace(/^safe/, 'yes')}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Its sections are compared with the page in sources.test.ts. */
const notesPage = '../api-notes.md#';

function isNote(anchor: string): boolean {
  return Object.hasOwn(apiNotes, anchor);
}

describe.each(pages)('$name', ({ name, html }) => {
  test('every link leads somewhere, and no anchor is declared twice', () => {
    const missing = all(/href="([^"]*)"/g, html).filter((link) => {
      if (link.startsWith(notesPage)) return !isNote(link.slice(notesPage.length));
      const [target = '', anchor] = link.split('#');
      const page = pages.find((each) => each.name === (target === '' ? name : target));
      return page === undefined || (anchor !== undefined && !anchorsOf(page.html).includes(anchor));
    });
    expect(missing).toEqual([]);
    expect(new Set(anchorsOf(html)).size).toBe(anchorsOf(html).length);
  });

  test('no words of a rule were taken for markup', () => {
    const prose = html.replaceAll(/<pre>.*?<\/pre>/gs, '').replaceAll(/<code>.*?<\/code>/g, '');
    expect(all(/(<(?:em|del|sup|input|img)[^>]*>.{0,40})/g, prose)).toEqual([]);
    expect(all(/(.{0,40}[`|\\].{0,40})/g, prose.replace(/&lt;!--.*?--&gt;/s, ''))).toEqual([]);
  });
});
