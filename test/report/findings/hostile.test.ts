import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { lintFormat, type LintFormat } from '../../../src/workflow/lint/lint-formats.ts';
import type { LintResult } from '../../../src/model/lint/lint-result.ts';
import { formats, render } from './every-format.ts';
import { resultOf } from './result-of.ts';
import { violationsOf } from './violations.ts';

/** Texts of an attacker that a reader's terminal, log, page or parser may act on. */
const payloads: Readonly<Record<string, string>> = {
  'a terminal escape': '\u001b]0;owned\u0007\u001b[2J',
  'an 8-bit escape': '\u009b31m',
  'the end of a line': 'a\r\nb\nc',
  'a null': '\u0000',
  'bidi controls': '\u202eabc\u2066d\u2069',
  'zero width': 'a\u200bb\ufeffc\u2060',
  'tag characters': '\u{e0041}\u{e0042}',
  'line separators': 'a\u2028b\u2029c',
  'a workflow command': '::set-output name=x::y',
  'a workflow command on a line of its own': '\n::set-output name=x::y\n::stop-commands::z\n',
  'an encoded line end': '%0A::error::x',
  'an old workflow command': '##[error]x ##[command]y',
  'a runner of another service': '##vso[task.setvariable]x ##VSO[x]y',
  'the end of CDATA': ']]>',
  'the end of an element': '</failure></testcase><testcase name="x">',
  'the end of an attribute': '" onload="x" \' y=\'',
  'a script': '<script>alert(1)</script>',
  'an image': '<img src=x onerror=alert(1)>',
  'a comment': '<!-- x -->',
  entities: '&lt;&#64;octocat&amp;',
  'a character that XML forbids': 'a\ufffeb\uffffc\ud800d',
  'a mention': '@octocat and @org/team, a@example.com',
  'a reference': '#1, GH-1, org/repo#1, !2, ABC-3 and deadbeef01',
  'a link': '[a](https://evil.example) and <https://evil.example>',
  'a link in a message': 'see [a](1)',
  'a picture': '![a](https://evil.example/x.png)',
  'an address': 'https://evil.example/x www.evil.example',
  backticks: 'a`b``c```d',
  'a fence': '```\n# x\n```',
  'another fence': '\n~~~\nx\n~~~',
  emphasis: '*a* __b__ ~~c~~ $d$ :smile:',
  blocks: '\n# heading\n- [ ] task\n> quote\n\n    code\n\n---\n',
  'a table': '| a | b |\n|---|---|',
  'a footnote': '[^1] [^1]: x',
  placeholders: '{0} {{1}} ${x}',
};

/** The payload in every place that a user has a hand in. */
function resultWith(payload: string): LintResult {
  const path = `${payload.replaceAll('/', '_')}.yaml`;
  const files = { [path]: `${payload}: first ${payload}\nsecond: ${payload}\n` };
  const at = { path, text: payload };
  return resultOf({
    files,
    diagnostics: [
      {
        rule: 'unknown-field',
        severity: 'error',
        message: `\`${payload}\` is not a field of ${payload}`,
        why: payload,
        help: `write \`${payload}\``,
        at,
        label: payload,
        related: [{ ...at, label: payload }],
        fix: { safety: 'safe', title: `rename ${payload}`, edits: [{ ...at, with: payload }] },
        address: `endpoint/${payload}`,
        pointer: ['spec', payload],
        environments: [payload],
      },
    ],
  });
}

const harmless = resultWith('x');

describe.each(Object.entries(payloads))('%s', (_name, payload) => {
  const result = resultWith(payload);
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
