/* docs/rules/ as a reader of GitHub sees it; that it is current is tested with the other generated files. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { rules } from '../../src/lint/rules.ts';
import { apiNotes } from '../../src/kinds/api-notes.ts';
import { rulePage } from '../../src/model/lint/rule.ts';
import { renderRule } from '../../src/report/explain/explain-rule.ts';

const folder = new URL('../../docs/', import.meta.url);
const names = ['rules/README.md', ...rules.map(rulePage)];
const pages = names.map((name) => {
  const markdown = readFileSync(new URL(name, folder), 'utf8');
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return { name, markdown, html };
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

test('every rule has a page, and a row in the list of all rules', () => {
  const files = readdirSync(new URL('rules/', folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `rules/${name.split(path.sep).join('/')}`)
    .filter((name) => name.endsWith('.md'));
  expect(files.sort()).toEqual([...names].sort());
  const [list] = pages;
  const rows = all(/href="([^"#]*\.md)"/g, list?.html ?? '').map((link) => `rules/${link}`);
  expect([...rows].sort()).toEqual(rules.map(rulePage).sort());
});

test.each(rules.map((rule) => [rule.id, rule] as const))(
  '`explain %s` says what the page says',
  (_id, rule) => {
    const { markdown = '' } = pages.find(({ name }) => name === rulePage(rule)) ?? {};
    const [, , why = '', mistake = '', facts = ''] = markdown
      .replaceAll(/\\(?=[<*_[\]])/g, '')
      .split('\n\n', 5);
    const summary = mistake.replace('**Mistake:** ', '');
    expect(oneLine(renderRule(rule))).toContain(oneLine(`${summary} ${why} ${factsAsExplained(facts)}`));
  },
);

/** The facts of a rule's page in the order and the words of `explain`. */
function factsAsExplained(facts: string): string {
  const [, severity, fix, must, note, standard] =
    /^- Severity: (.*)\n- Fix: (.*)\n- Source: (documented: )?\[.*\]\(\.\.\/\.\.\/(.*)\)(, .*)?/.exec(
      facts,
    ) ?? [];
  const source = `docs/${note}${must === undefined ? '' : ', documented'}${standard ?? ''}`;
  return `source ${source} severity ${severity} fix ${fix?.replaceAll('`', '').replace(/^safe/, 'yes')}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Its sections are compared with the page in sources.test.ts. */
const notesPage = '../../api-notes.md#';

function isNote(anchor: string): boolean {
  return Object.hasOwn(apiNotes, anchor);
}

describe.each(pages)('$name', ({ name, html }) => {
  test('every link leads somewhere, and no anchor is declared twice', () => {
    const missing = all(/href="([^"]*)"/g, html).filter((link) => {
      if (link.startsWith(notesPage)) return !isNote(link.slice(notesPage.length));
      const [target = '', anchor] = link.split('#');
      const page = pages.find((other) => other.name === path.posix.join(path.posix.dirname(name), target));
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
