/* docs/rules.md as a reader of GitHub sees it; that it is current is tested with the other generated files. */
import { readFileSync } from 'node:fs';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { rules } from '../../src/lint/rules.gen.ts';

const markdown = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });

function all(pattern: RegExp, text = html): readonly string[] {
  return Array.from(text.matchAll(pattern), ([, found = '']) => found);
}

/** The anchors that GitHub gives to headings. */
const anchors = all(/<h[123]>(.*?)<\/h[123]>/g).map((title) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-'),
);

test('every rule has its section, its row, and an entry in the index', () => {
  const sections = all(/<h3>(.*?)<\/h3>/g);
  expect([...sections].sort()).toEqual(rules.map(({ id }) => id).sort());
  for (const { id } of rules) {
    expect(all(new RegExp(`href="#(${id})"`, 'g')), id).toHaveLength(2);
  }
});

test('every link leads somewhere, and no anchor is there twice', () => {
  expect(all(/href="#([^"]*)"/g).filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  expect(new Set(anchors).size).toBe(anchors.length);
});

test('no words of a rule were taken for markup', () => {
  const prose = html.replaceAll(/<pre>.*?<\/pre>/gs, '').replaceAll(/<code>.*?<\/code>/g, '');
  expect(all(/(<(?:em|del|sup|input|img|a href="[^#])[^>]*>.{0,40})/g, prose)).toEqual([]);
  expect(all(/(.{0,40}[`|\\].{0,40})/g, prose.replace(/&lt;!--.*?--&gt;/s, ''))).toEqual([]);
});
