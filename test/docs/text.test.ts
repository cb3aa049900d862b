import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands, optionsOf, problemOf } from './command-lines.ts';
import { codeSpansOf } from './markdown.ts';
import { manual, readme, repository, ruleBlocks } from './page.ts';

const spans = codeSpansOf(readme);
const docs = path.join(repository, 'docs');

describe('the text', () => {
  test('names commands and options that there are', () => {
    const lines = spans.filter((span) => span.startsWith('edgewright '));
    const typed = lines.filter((line) => !line.includes('<command>'));
    expect(typed.flatMap((line) => problemOf(line) ?? [])).toEqual([]);
    const options = spans.flatMap((span) => span.match(/^--[a-zA-Z-]+/g) ?? []);
    const known = new Set([
      '--help',
      ...[...commands.values()].flatMap((command) => [...optionsOf(command)]),
    ]);
    expect(options.filter((option) => !known.has(option))).toEqual([]);
  });

  test('names scripts, files and folders that there are', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8'));
    const named = spans.flatMap((span) => /^npm run (\S+)$/.exec(span)?.[1] ?? []);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    const paths = spans.filter((span) => /^(?:src|test|bin|examples|schemas|\.ci)\/[\w./-]+$/.test(span));
    // The files of a rule that a page shows are for the reader to write.
    const shown = ruleBlocks.flatMap(({ text }) => /^\/\/ \S*\/([\w-]+)\.ts$/m.exec(text)?.[1] ?? []);
    const existing = paths.filter((each) => !shown.includes(path.parse(each).name));
    expect(existing.filter((each) => !existsSync(path.join(repository, each)))).toEqual([]);
  });

  test('rows of tables have as many cells as their heads', () => {
    const cells = (row: string): number => row.replaceAll('\\|', '').split('|').length;
    const odd = manual.flatMap(({ name, text }) =>
      [...text.matchAll(/^\|.*\|\n\|[ :|-]+\|\n(?:\|.*\n)+/gm)].flatMap(([table]) => {
        const [head = '', ...rows] = table.trimEnd().split('\n');
        return rows.filter((row) => cells(row) !== cells(head)).map((row) => `${name}: ${row.slice(0, 60)}`);
      }),
    );
    expect(odd).toEqual([]);
  });

  test('the README is short', () => {
    const { text = '' } = manual.find(({ name }) => name === 'README.md') ?? {};
    expect(text.split('\n').length).toBeLessThanOrEqual(201);
  });

  test('the map has every page by its title, and each page leads to the next', () => {
    const pages = ['', 'reference/', 'recipes/']
      .flatMap((folder) => readdirSync(path.join(docs, folder)).map((name) => `${folder}${name}`))
      .filter((name) => name.endsWith('.md') && name !== 'README.md');
    const map = [
      ...readFileSync(path.join(docs, 'README.md'), 'utf8').matchAll(/^- \[(.*?)\]\((?!\.\.)(.*?)\): /gm),
    ];
    const order = map.map(([, , page = '']) => page);
    expect([...order].sort()).toEqual([...pages, 'rules/README.md'].sort());
    expect(map.map(([, title, page = '']) => [page, title])).toEqual(
      order.map((page) => [page, titleOf(page)]),
    );
    // A recipe or a page of the reference is looked up, not read on from.
    const chapters = order.filter((page) => !/^recipes\/(?!README)/.test(page));
    const read = chapters.filter((page) => !/^(?:reference|rules)\//.test(page));
    const wrong = read.slice(0, -1).filter((page) => {
      const next = chapters[chapters.indexOf(page) + 1] ?? '';
      const link = path.posix.relative(path.posix.dirname(page), next);
      return !readFileSync(path.join(docs, page), 'utf8').endsWith(`\n\nNext: [${titleOf(next)}](${link})\n`);
    });
    expect(wrong).toEqual([]);
    expect(pages.filter((page) => !manual.some(({ name }) => name === `docs/${page}`))).toEqual([
      'reference/endpoint.md',
      'reference/https-route.md',
      'reference/settings.md',
      'reference/tls-edge.md',
      'reference/traffic-policy.md',
    ]);
  });

  test.each(manual)('$name links to pages and headings that there are', ({ name, text }) => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const missing = links.filter((link) => {
      // Pages of others, which test/docs/guides/comparison.prove.ts looks at.
      if (link.startsWith('https://')) return false;
      const [page = '', anchor] = link.split('#');
      const target = page === '' ? name : path.posix.join(path.posix.dirname(name), page);
      if (!existsSync(path.join(repository, target))) return true;
      return anchor !== undefined && !headingsOf(target).includes(anchor);
    });
    expect(missing).toEqual([]);
  });
});

function headingsOf(page: string): readonly string[] {
  const text = readFileSync(path.join(repository, page), 'utf8');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function titleOf(page: string): string {
  return /^# (.*)$/m.exec(readFileSync(path.join(docs, page), 'utf8'))?.[1] ?? '';
}
