/*
 * `npm run site` builds the site into docs/site/dist. Its tools are dependencies of this folder alone, installed when
 * they are missing. `--base=/edgewright/` is for a site that is not at the root of its host, `--out=<folder>` for
 * another folder.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sitePages } from './pages.mjs';
import { withPlaygroundLinks } from './playground-links.mjs';
import { buildPlayground } from './playground/bundle.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const pages = path.join(here, '.pages');
const option = (name) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const base = option('base') ?? '/';
const dist = path.resolve(option('out') ?? path.join(here, 'dist'));

if (!existsSync(path.join(here, 'node_modules/vitepress')))
  execFileSync('npm', ['ci'], { cwd: here, stdio: 'inherit', shell: process.platform === 'win32' });
rmSync(pages, { recursive: true, force: true });
for (const { path: name, text } of await withPlaygroundLinks(sitePages(), base))
  put(path.join(pages, `${name}.md`), text);
cpSync(path.join(here, 'icon.svg'), path.join(pages, 'public/icon.svg'));
cpSync(path.join(here, '../pictures'), path.join(pages, 'public/pictures'), { recursive: true });
const { build } = await import('vitepress');
await build(here, { base, outDir: dist });
for (const { path: name } of sitePages()) putRedirect(name);
await buildPlayground(path.join(dist, 'playground'));

/**
 * A finding links to `rules/route/rule.md` below `lint.docs_url`, which is a file on a forge. On the site the same
 * address leads to the page; only a script can keep the part after `#`.
 */
function putRedirect(name) {
  const target = `../${path.posix.basename(name)}.html`;
  put(
    path.join(dist, `${name}.md/index.html`),
    `<!doctype html><meta charset="utf-8"><title>Moved</title><link rel="canonical" href="${target}">
<script>location.replace('${target}' + location.hash)</script>
<noscript><meta http-equiv="refresh" content="0; url=${target}"></noscript><a href="${target}">The page</a>\n`,
  );
}

function put(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
