import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { noBrowser } from '../report/html/browser.ts';
import { repository } from '../docs/page.ts';

const isInstalled = existsSync(path.join(repository, 'docs/site/node_modules/vitepress'));

/** Without the packages of the site its tests are skipped, in CI they fail. */
export const noSite = noBrowser || (!isInstalled && process.env['CI'] === undefined);

if (!isInstalled)
  process.stderr.write('skipped: the packages of the site are missing (npm ci in docs/site)\n');

export const base = '/edgewright/';

/** The site as it is published, at a path of its host. */
export function buildSite(folder: string): void {
  const build = path.join(repository, 'docs/site/build.mjs');
  execFileSync(process.execPath, [build, `--base=${base}`, `--out=${folder}`], { stdio: 'pipe' });
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown',
};

/**
 * Serves a folder below `base` as a forge's pages do: a folder is its index.html, after a redirect to its final slash.
 */
export async function serve(
  folder: string,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const file = path.join(folder, pathname.slice(base.length));
    const isFolder = pathname.startsWith(base) && statSync(file, { throwIfNoEntry: false })?.isDirectory();
    const found = isFolder === true ? path.join(file, 'index.html') : file;
    if (isFolder === true && !pathname.endsWith('/')) response.writeHead(301, { location: `${pathname}/` });
    else if (!pathname.startsWith(base) || !existsSync(found)) response.writeHead(404);
    else {
      response.writeHead(200, { 'content-type': types[path.extname(found)] ?? 'application/octet-stream' });
      response.write(readFileSync(found));
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
