import { searchOptions } from '../search.mjs';
import { sections, sitePages, slugOf } from '../pages.mjs';

const pages = new Map(sitePages().map((page) => [page.file, page]));

/** The pages of rules are listed below the list of all rules. */
function entry(file) {
  const { path, title } = pages.get(file);
  const link = `/${path.replace(/\bindex$/, '')}`;
  if (file !== 'docs/rules/README.md') return { text: title, link };
  const groups = [...pages.values()].filter(
    (page) => page.file.startsWith('docs/rules/') && page.file !== file,
  );
  return { text: title, link, collapsed: true, items: groups.map((page) => entry(page.file)) };
}

export default {
  title: 'Edgewright',
  description: 'GitOps config compiler and linter for tunnel endpoints and edges',
  lang: 'en-US',
  srcDir: '.pages',
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
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
    socialLinks: [{ icon: 'github', link: 'https://github.com/edgewright/edgewright' }],
  },
};
