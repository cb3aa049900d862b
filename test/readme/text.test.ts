import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands, optionsOf, problemOf } from './command-lines.ts';
import { codeSpansOf } from './markdown.ts';
import { readme, repository } from './page.ts';

const spans = codeSpansOf(readme);

describe('the text', () => {
  test('names commands and options that there are', () => {
    const lines = spans.filter((span) => span.startsWith('edgewright '));
    const typed = lines.filter((line) => !line.includes('<command>'));
    expect(typed.flatMap((line) => problemOf(line) ?? [])).toEqual([]);
    const options = spans.flatMap((span) => span.match(/^--[a-z-]+/g) ?? []);
    const known = new Set([...commands.values()].flatMap((command) => [...optionsOf(command)]));
    expect(options.filter((option) => !known.has(option))).toEqual([]);
  });

  test('names scripts, files and folders that there are', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8'));
    const named = spans.flatMap((span) => /^npm run (\S+)$/.exec(span)?.[1] ?? []);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    const links = [...readme.matchAll(/\]\(([^#)]+)\)/g)].map(([, target = '']) => target);
    const paths = spans.filter((span) => /^(?:src|test|bin|examples|schemas|\.ci)\/[\w./-]+$/.test(span));
    expect([...links, ...paths].filter((each) => !existsSync(path.join(repository, each)))).toEqual([]);
  });

  test('links to headings that there are', () => {
    const headings = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );
    const anchors = [...readme.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
    expect(headings).toEqual(expect.arrayContaining(anchors));
  });
});
