import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sections, sitePages, slugOf } from '../../docs/site/pages.mjs';
import { rules } from '../../src/lint/rules.ts';
import { rulePage } from '../../src/model/lint/rule.ts';
import { repository } from '../docs/page.ts';

const pages = sitePages();

describe('the site', () => {
  test('has the sections of the way from start to reference', () => {
    expect(sections.map(({ title }) => title)).toEqual([
      ...['Start', 'Recipes', 'Write', 'Check', 'Review', 'Deploy', 'Operate', 'Reference', 'Contribute'],
    ]);
  });

  test('has every page of the manual once in the sidebar, and at a path of its own in any case of letters', () => {
    const listed = sections.flatMap(({ pages: files }) => files);
    const manual = readdirSync(path.join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
      .map((name) => `docs/${name.split(path.sep).join('/')}`)
      .filter((name) => name.endsWith('.md') && !/^docs\/(?:site|rules)\/(?!README)/.test(name));
    const project = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
    expect(listed.toSorted()).toEqual([...manual, ...project].toSorted());
    expect(new Set(pages.map((page) => page.path.toLowerCase())).size).toBe(pages.length);
  });

  test.each(pages)('$file links to pages and headings of the site', ({ text }) => {
    const headings = new Map(
      pages.map((page) => {
        const found = [...page.text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slugOf(heading));
        return [`/${page.path}.md`, new Set(found)];
      }),
    );
    const own = new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slugOf(heading)));
    const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^https?:/.test(link) || link.startsWith('/pictures/')) return [];
      const [page = '', anchor] = link.split('#');
      const there = page === '' ? own : headings.get(page);
      return there !== undefined && (anchor === undefined || there.has(anchor)) ? [] : [link];
    });
    expect(broken).toEqual([]);
  });

  test('has the page that a finding of each rule links to', () => {
    const missing = rules.filter((rule) => !pages.some(({ file }) => file === `docs/${rulePage(rule)}`));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });
});
