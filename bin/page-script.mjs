/* The scripts of pages, bundled from their folders `client` where sources are bundled or run by tests. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The constants that hold them, as code. */
export function pageScripts() {
  return {
    edgewrightPageScript: pageScript('src/report/page/client/main.ts'),
    edgewrightDevScript: pageScript('src/dev/control/client/main.ts'),
  };
}

function pageScript(entry) {
  const { outputFiles } = buildSync({
    absWorkingDir: path.join(path.dirname(fileURLToPath(import.meta.url)), '..'),
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    charset: 'ascii',
  });
  const script = outputFiles[0].text.trim();
  if (/<\/script|<!--/i.test(script)) throw new Error('the script of the page would end itself');
  return JSON.stringify(script);
}
