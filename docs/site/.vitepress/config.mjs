import { copiedCommands } from '../commands.mjs';
import { searchOptions } from '../search.mjs';
import { fitTables } from '../tables.mjs';
import { sections, sitePages, slugOf } from '../pages.mjs';

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

export default {
  title: 'Edgewright',
  description: 'GitOps config compiler and linter for tunnel endpoints and edges',
  lang: 'en-US',
  srcDir: '.pages',
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [copiedCommands],
    config(md) {
      fitTables(md);
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
