import { blockNames } from '../block-names.mjs';
import { copiedCommands } from '../commands.mjs';
import { keepWords } from '../inline-code.mjs';
import { searchOptions } from '../search.mjs';
import { fitTables } from '../tables.mjs';
import { repository, sections, sitePages, slugOf } from '../pages.mjs';

const pages = new Map(sitePages().map((page) => [page.file, page]));

/** Below the list of all rules are its groups; a rule is found there, or searched. */
function entry(file) {
  const { path, title, text } = pages.get(file);
  const link = `/${path.replace(/\bindex$/, '')}`;
  if (file !== 'docs/rules/README.md') return { text: title, link };
  const groups = [...text.matchAll(/^## (.*)$/gm)].map(([, group]) => ({
    text: group,
    link: `${link}#${slugOf(group)}`,
  }));
  return { text: title, link, collapsed: true, items: groups };
}

/** The first paragraph without its marks, at most as long as a search engine shows it. */
function descriptionOf(text) {
  const [, paragraph = ''] = /^# .*\n\n(?![|<`!#-])([^]*?)\n\n/m.exec(text) ?? [];
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*\\]/g, '')
    .replaceAll(/\s+/g, ' ');
  return plain.length <= 160 ? plain : `${plain.slice(0, 157).replace(/\s\S*$/, '')}...`;
}

const byPath = new Map([...pages.values()].map((page) => [`${page.path}.md`, page]));
const [, owner] = /([^/]+)\/[^/]+$/.exec(repository);

export default {
  title: 'Edgewright',
  description: 'GitOps config compiler and linter for tunnel endpoints and edges',
  lang: 'en-US',
  srcDir: '.pages',
  transformPageData(pageData) {
    const page = byPath.get(pageData.relativePath);
    if (page === undefined) return;
    pageData.description = descriptionOf(page.text);
    pageData.filePath = page.file;
    if (page.text.startsWith('<!-- Generated')) pageData.frontmatter.editLink = false;
  },
  transformHead({ siteData: { base }, pageData, title, description }) {
    const host = `https://${process.env.GITHUB_REPOSITORY_OWNER ?? owner}.github.io`;
    const told = {
      'og:type': 'website',
      'og:title': title,
      'og:description': description,
      'og:url': `${host}${base}${pageData.relativePath.replace(/(?:\bindex)?\.md$/, (end) => (end === '.md' ? '.html' : ''))}`,
      'og:image': `${host}${base}pictures/plan.png`,
      'og:image:alt': 'The page of a plan, with a change that is refused',
    };
    return [
      ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
      ...Object.entries(told).map(([property, content]) => ['meta', { property, content }]),
      ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
    ];
  },
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [copiedCommands, blockNames],
    config(md) {
      fitTables(md);
      keepWords(md);
      // Our pages have no code of Vue: `{{` is text.
      for (const name of ['text', 'code_inline']) {
        const render = md.renderer.rules[name];
        md.renderer.rules[name] = (...given) => render(...given).replaceAll('{{', '&#123;&#123;');
      }
    },
  },
  themeConfig: {
    nav: [{ text: 'Playground', link: '/playground/index.html', target: '_self' }],
    sidebar: sections.map(({ title, pages: files }) => ({ text: title, items: files.map(entry) })),
    search: { provider: 'local', options: searchOptions([...pages.values()]) },
    outline: [2, 3],
    editLink: { pattern: `${repository}/edit/main/:path`, text: 'Edit this page' },
    socialLinks: [{ icon: 'github', link: 'https://github.com/edgewright/edgewright' }],
  },
};
