/* "Open in the playground" below blocks of YAML: each link opens, with the block as a file that lint reads. */
import { describe, expect, test } from 'vitest';
import { checkFiles } from '../../docs/site/playground/engine.ts';
import { examples } from '../../docs/site/playground/examples.mjs';
import { fromHash } from '../../docs/site/playground/state.ts';
import { sitePages } from '../../docs/site/pages.mjs';
import { withPlaygroundLinks } from '../../docs/site/playground-links.mjs';

const linked = await Promise.all(
  sitePages().map(async ({ path, text }) => ({ path, text: await withPlaygroundLinks(text, '/base/') })),
);
const links = linked.flatMap(({ path, text }) =>
  [
    ...text.matchAll(
      /^```yaml\n((?:(?!^```$)[^])*)^```$\n\n<p class="play"><a href="\/base\/playground\/index\.html(#.*?)"/gm,
    ),
  ].map(([, block = '', hash = '']) => ({ path, block, hash })),
);

describe('a link to the playground', () => {
  test('is on pages of rules, of kinds and of tasks', () => {
    const pages = [...new Set(links.map(({ path }) => path))];
    expect(pages.filter((path) => path.startsWith('rules/')).length).toBeGreaterThan(150);
    expect(pages).toEqual(expect.arrayContaining(['reference/https-route', 'reference/endpoint']));
  });

  test('opens with the block, and with what the block names', async () => {
    const missing = ['ref-dangling', 'undefined-variable', 'secret-reference-undefined'];
    const astray: string[] = [];
    for (const { path, block, hash } of links) {
      const read = await fromHash(hash, examples);
      if (read === undefined || 'problem' in read) {
        astray.push(`${path}: ${read?.problem ?? 'no link'}`);
        continue;
      }
      const { files, open } = read.state;
      const checked = await checkFiles(new Map(Object.entries(files)));
      if (files[open] !== block || 'failure' in checked) astray.push(`${path}: ${open}`);
      else
        for (const { rule, message } of checked.findings)
          if (missing.includes(rule) && !path.endsWith(`/${rule}`)) astray.push(`${path}: ${message}`);
    }
    expect(astray).toEqual([]);
  });
});
