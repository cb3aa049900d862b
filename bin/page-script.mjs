/* The script of the HTML report, bundled from src/report/page/client where sources are bundled or run by tests. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The value of the constant `edgewrightPageScript`, as code. */
export function pageScript() {
  const { outputFiles } = buildSync({
    absWorkingDir: path.join(path.dirname(fileURLToPath(import.meta.url)), '..'),
    entryPoints: ['src/report/page/client/main.ts'],
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
