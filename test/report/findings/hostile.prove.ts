import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { lintFormat, type LintFormat } from '../../../src/run/lint/lint-formats.ts';
import { formats, render } from './every-format.ts';
import { shortCorpus } from '../../injection/corpus.ts';
import { resultWith } from '../../injection/result-with.ts';
import { violationsOf } from './violations.ts';

const harmless = resultWith('x');

describe.each(shortCorpus)('$name', ({ text }) => {
  const result = resultWith(text);
  test.each(formats)('is inert in %s', async (format) => {
    const output = await render(format, result);
    expect(output).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/,
    );
    expect(output).not.toMatch(/[\u{e0000}-\u{e007f}]/u);
    expect(output).not.toMatch(/##(?:vso)?\[/i);
    const commands = output.split('\n').filter((row) => /^\s*::/.test(row));
    expect(commands).toHaveLength(lintFormat(format).isCommands === true ? 1 : 0);
    expect(await violationsOf(format, output)).toEqual([]);
    expect(shapeOf(format, output)).toEqual(shapeOf(format, await render(format, harmless)));
  });
});

/** Interpretations of an output beyond its syntax, for some formats. */
const readings: Partial<Record<LintFormat, (output: string) => unknown>> = {
  // A line of ours begins like this; nothing of the user's stands at the beginning of one.
  pretty: (output) => output.split('\n').filter((row) => !/^(?:error\[|1 error in | |$)/.test(row)),
  sarif: (output) => ({ keys: keysOf(JSON.parse(output)), links: linksOf(JSON.parse(output)) }),
  markdown: pageOf,
};

/** The structure of an output as its reader sees it, which must not depend on the words. */
function shapeOf(format: LintFormat, output: string): unknown {
  return (readings[format] ?? syntaxOf)(output);
}

function syntaxOf(output: string): unknown {
  if (output.startsWith('<?xml')) return tagsOf(output);
  try {
    return keysOf(JSON.parse(output));
  } catch {
    return output.split('\n').length;
  }
}

function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, keysOf(one)]));
}

/** In the messages of SARIF a bracket and a parenthesis make a link. */
function linksOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) => {
    const isMessage = ['message', 'description'].includes(key) && JSON.stringify(one).includes('](');
    return isMessage ? [JSON.stringify(one)] : linksOf(one);
  });
}

function tagsOf(xml: string): readonly unknown[] {
  const tags: unknown[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => tags.push([name, Object.keys(attributes)]));
  parser.on('closetag', ({ name }) => tags.push(`/${name}`));
  parser.on('comment', (text) => tags.push(text));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return tags;
}

/** The elements of the page that GitHub makes of it, and its text outside of code, with what would be looked up. */
function pageOf(markdown: string): unknown {
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  const prose = html.replaceAll(/<code>[^<]*<\/code>|&quot;/g, '');
  return {
    tags: [...new Set(html.match(/<[^>]*>/g) ?? [])],
    lookedUp: prose.match(/[@#$~!:]\S+|https?|www|\bgh-\d|\b[0-9a-f]{7,40}\b|&#?\w+;/gi) ?? [],
  };
}
