/*
 * The pages of the site are those of the repository. Each gets a path on the site, and its links lead to paths there; a
 * link to any other file leads to the forge.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const read = (name) => readFileSync(path.join(root, name), 'utf8');

/**
 * The groups of the sidebar with the pages of each, in order: those of the map of the pages, after the two that lead to
 * it. The pages of rules are below `docs/rules/README.md`.
 */
export const sections = read('docs/README.md')
  .split(/^## /m)
  .slice(1)
  .map((text, index) => {
    const [title] = text.split('\n');
    const listed = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, to]) =>
      path.posix.join('docs', to),
    );
    return { title, pages: index === 0 ? ['README.md', 'docs/README.md', ...listed] : listed };
  });

/** All pages: `file` in the repository, `path` on the site without ending, `title`, `text` with links of the site. */
export function sitePages() {
  const rules = readdirSync(path.join(root, 'docs/rules'), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/rules/${name.split(path.sep).join('/')}`)
    .sort();
  const files = new Set([...sections.flatMap(({ pages }) => pages), ...rules]);
  return [...files].map((file) => {
    const text = read(file);
    const [, title = file] = /^# (.*)$/m.exec(text) ?? [];
    return { file, path: sitePath(file), title, text: withSiteLinks(file, text, files) };
  });
}

/** `docs/rules/README.md` is `rules/index`; `SECURITY.md` is `project/security`: there is a `docs/security.md`. */
function sitePath(file) {
  if (file === 'docs/README.md') return 'documentation';
  const name = file.replace(/\.md$/, '').replace(/\bREADME$/, 'index');
  if (name.startsWith('docs/')) return name.slice('docs/'.length);
  return name === 'index' ? name : `project/${name.toLowerCase()}`;
}

/** The id of a heading, as forges make it. */
export function slugOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export const repository = JSON.parse(read('package.json')).repository.url.replace(/^git\+|\.git$/g, '');

function withSiteLinks(file, text, files) {
  return text.replaceAll(/(\]\()([^)\s]+)(\))/g, (link, before, target, after) => {
    const [name, anchor] = target.split('#');
    if (/^[a-z]+:/.test(target) || name === '') return link;
    const other = path.posix.join(path.posix.dirname(file), name);
    if (!existsSync(path.join(root, other))) return link;
    const hash = anchor === undefined ? '' : `#${anchor}`;
    if (files.has(other)) return `${before}/${sitePath(other)}.md${hash}${after}`;
    if (other.startsWith('docs/pictures/')) return `${before}/${other.replace('docs/', '')}${after}`;
    return `${before}${repository}/tree/main/${other}${hash}${after}`;
  });
}
