/*
 * "Open in the playground" below each block of YAML that is a file of a workspace: the playground opens with the files
 * that the page has beside it.
 */
import { examples } from './playground/examples.mjs';
import { playgroundLink } from './playground/link.mjs';
import { exampleBlocks } from './example-blocks.mjs';
import { toldBlocks } from './told-blocks.mjs';
import { toldPages } from './told-pages.mjs';

const example = 'own';
const own = examples.find((other) => other.example === example).files;

/** Why a block has no link, by what `openedBlocks` says of it. */
export const reasonsWithoutLink = {
  'other-program': 'a file that another program reads: a forge, pre-commit or Atlantis',
  dev: 'the settings of `edgewright dev`, which answers requests outside of the playground',
  'more-than-files':
    'the example of a rule that reads more than files: the ledger, the base, other workspaces, jobs or git',
};

/** By page, its blocks of YAML in order: each with what it opens, or why it has no link. */
export function openedBlocks(pages) {
  const generated = new Map(pages.map((page) => [page.file, exampleBlocks(page)]));
  const isTold = ({ file }) => toldPages.includes(file);
  const told = toldBlocks(toldPages.flatMap((file) => pages.filter((page) => page.file === file)));
  return new Map(
    pages.map((page) => [
      page.file,
      generated.get(page.file) ?? (isTold(page) ? told : toldBlocks([page])).get(page.file),
    ]),
  );
}

/** The pages with the links, each below its block. `base` is the path of the site on its host. */
export function withPlaygroundLinks(pages, base) {
  const opened = openedBlocks(pages);
  return Promise.all(
    pages.map(async (page) => {
      const hashes = await Promise.all(opened.get(page.file).map(hashOf));
      let at = 0;
      const text = page.text.replaceAll(/^```yaml\n[^]*?^```$\n/gm, (block) => {
        const hash = hashes[at++];
        if (hash === undefined) return block;
        return `${block}\n<p class="play"><a href="${base}playground/index.html${hash}" target="_self">Open in the playground</a></p>\n`;
      });
      return { ...page, text };
    }),
  );
}

/** The playground calls them the user's own files. */
function hashOf({ files: shown, live: applied = {}, open }) {
  if (shown === undefined) return undefined;
  const [files, live] = [withLineage(shown), withLineage(applied)];
  const gone = Object.keys(own).filter((name) => !Object.hasOwn(files, name));
  const changed = Object.entries(files).filter(([name, text]) => text !== own[name]);
  return playgroundLink(
    { ...Object.fromEntries(gone.map((name) => [name, null])), ...Object.fromEntries(changed) },
    { example, open, live },
  );
}

/** Pages leave the lineage to `init`. */
function withLineage(files) {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, text.replaceAll('<your-lineage>', 'your-own')]),
  );
}
