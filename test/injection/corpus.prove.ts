/**
 * The texts of an attacker through every sink: comments and summaries, logs, annotations, documents and pages. Markdown
 * is rendered as a forge does, but without its sanitizer, and loaded in a browser.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planDigest } from '../../src/derive/plan-digest.ts';
import { readPlanJson } from '../../src/plan/saved/read-plan-json.ts';
import { commandsOf } from '../redact/ci-runner.ts';
import { launch, noBrowser } from '../report/html/browser.ts';
import { ours, seenIn } from '../report/markdown-page.ts';
import { longCorpus, shortCorpus } from './corpus.ts';
import { quickActionsIn } from './quick-actions.ts';
import { annotationsWith, htmlWith, jsonWith, logsWith, markdownWith } from './sinks.ts';

/** Characters that a terminal, a browser or a reader acts on, without line ends and tabs. */
const acting =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/u;

const tags = new Set([...ours, '<h3>', '</h3>']);

/** Runs in the browser: opens everything, then lists the elements, and whole those that could run or load. */
const look = `(() => {
  document.getElementById('open-all')?.click();
  for (const details of document.querySelectorAll('details')) details.open = true;
  const all = [...document.querySelectorAll('*')];
  const acts = all.filter((one) => [...one.attributes].some(({ name }) => /^on|^src|^style$/.test(name)));
  const names = [...all.map(({ localName }) => localName), ...acts.map(({ outerHTML }) => outerHTML)];
  return { tags: [...new Set(names)].sort(), hacked: window.hacked };
})()`;

/** The surroundings of the first such character; a whole page would be no message. */
function actingIn(text: string): string | undefined {
  const at = text.search(acting);
  return at === -1 ? undefined : JSON.stringify(text.slice(Math.max(0, at - 40), at + 20));
}

/** Whole in `npm run prove`: a plan shows each a hundred times. */
const long = longCorpus.map(({ name, text }) => ({
  name,
  text: process.env['PROVE'] === undefined ? text.slice(0, 3000) : text,
}));

const everyText = [...shortCorpus, ...long];

describe.each(everyText)('$name', ({ text }) => {
  test('is text in Markdown: no markup, mention, reference, link or quick action', async () => {
    for (const [name, page] of Object.entries(await markdownWith(text))) {
      const { tags: seen, lookedUp } = seenIn(page);
      expect(
        [...seen].filter((tag) => !tags.has(tag)),
        name,
      ).toEqual([]);
      expect(lookedUp, name).toEqual([]);
      expect(actingIn(page), name).toBeUndefined();
      expect(/##(?:vso|teamcity)?\[/i.test(page), name).toBe(false);
      expect(quickActionsIn(page), name).toEqual([]);
      // Not even in code, whose end GitLab may find where it is not.
      expect(page.match(/^\/.*$/gm), name).toBeNull();
    }
  });

  test('is text in a terminal and in a log', () => {
    for (const [name, log] of Object.entries(logsWith(text))) {
      expect(log.replaceAll(/\u001b\[[\d;]*m/g, ''), name).not.toMatch(acting);
      expect(commandsOf(log), name).toEqual([]);
    }
  });

  test('is data of our own annotations', () => {
    for (const [name, log] of Object.entries(annotationsWith(text))) {
      expect(actingIn(log), name).toBeUndefined();
      const foreign = commandsOf(log).filter(
        (line) => !/^::(?:(?:error|warning|notice) (?:file|title)=[^:]*::|group::|endgroup::$)/.test(line),
      );
      expect(foreign, name).toEqual([]);
      expect(log.match(/^::endgroup::$/gm)?.length, name).toBe(log.match(/^::group::/gm)?.length);
    }
  });

  test('is a string in JSON, with nothing that acts on a terminal', () => {
    for (const [name, json] of Object.entries(jsonWith(text))) {
      expect(actingIn(json), name).toBeUndefined();
      expect(/##(?:vso|teamcity)?\[/i.test(json), name).toBe(false);
      for (const line of name === 'apply' ? json.trimEnd().split('\n') : [json])
        expect(() => JSON.parse(line) as unknown, name).not.toThrow();
    }
    // Our own reader takes it only if it could be ours; then it says the same.
    const read = readPlanJson(jsonWith(text)['plan'] ?? '');
    if (!('problem' in read)) expect(read.digest).toBe(planDigest(read.plans));
  });
});

describe.skipIf(noBrowser)('in Chromium', () => {
  let browser: Browser;
  let page: Page;
  let folder: string;
  const trouble: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'edgewright-injection-'));
    browser = await launch();
    page = await browser.newPage();
    page.on('request', (request) => {
      const url = request.url().split('#')[0] ?? '';
      if (!url.startsWith(pathToFileURL(folder).href) && url !== 'data:,') trouble.push(url);
    });
    page.on('dialog', (dialog) => void trouble.push(dialog.message()));
    page.on('pageerror', ({ message }) => trouble.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text());
    });
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opened from a file, with all its details open: the tags that are there, and whether a script of theirs ran. */
  async function opened(
    html: string,
  ): Promise<{ readonly tags: readonly string[]; readonly hacked: unknown }> {
    const file = path.join(folder, 'page.html');
    writeFileSync(file, html);
    await page.goto(pathToFileURL(file).href);
    return page.evaluate(look);
  }

  const markdownTags =
    'body blockquote br code details h2 h3 head hr html li meta p pre strong summary table tbody td th thead tr ul'.split(
      ' ',
    );
  const pageTags =
    'a body button code del details div fieldset form g h1 h2 h3 h4 head header html input ins label legend li link main mark meta noscript p path pre rect script section span strong style summary svg table tbody td text th thead title tr ul'.split(
      ' ',
    );

  // Each text is rendered on its own above; together they are loaded sooner.
  test('Markdown with all texts loads, runs and adds nothing', async () => {
    for (let at = 0; at < everyText.length; at += 4) {
      const texts = everyText.slice(at, at + 4).map(({ text }) => text);
      const pages = await Promise.all(texts.map(async (text) => Object.values(await markdownWith(text))));
      const bodies = pages.flat().map((markdown) => seenIn(markdown).html);
      const { tags: seen, hacked } = await opened(
        `<!doctype html><meta charset="utf-8">${bodies.join('\n')}`,
      );
      expect(
        seen.filter((tag) => !markdownTags.includes(tag)),
        texts.join('\n'),
      ).toEqual([]);
      expect(hacked).toBeUndefined();
      expect(trouble.splice(0)).toEqual([]);
    }
  });

  // The page is also read by a parser, with each text everywhere (test/report/html/escape.test.ts).
  test('pages with all texts load, run and add nothing', async () => {
    for (let at = 0; at < everyText.length; at += 6) {
      const texts = everyText.slice(at, at + 6).map(({ text }) => text);
      for (const html of htmlWith(texts)) {
        const { tags: seen, hacked } = await opened(html);
        expect(
          seen.filter((tag) => !pageTags.includes(tag)),
          texts.join('\n'),
        ).toEqual([]);
        expect(hacked).toBeUndefined();
        expect(trouble.splice(0)).toEqual([]);
      }
    }
  });

  test('would show what is not escaped', async () => {
    const { tags: seen, hacked } = await opened(
      '<!doctype html><img src=x onerror="window.hacked=1"><script>window.hacked=2</script>',
    );
    expect(seen).toContain('script');
    expect(hacked).toBeDefined();
    expect(trouble.splice(0)).not.toEqual([]);
  });
});
