import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { pageScript } from '../../bin/page-script.mjs';
import type * as Main from '../../src/main.ts';
import { inProcess } from './history/front-door.ts';
import type { Violation } from './history/oracle.ts';
import { drawHistory, play } from './history/play.ts';

/* Proof that histories find bugs: each of these bugs, planted in a copy of the sources, must be found. */

interface Planted {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly by: string;
  /** The laws that it breaks; a violation of any one of them counts as found. */
  readonly breaks: readonly Violation['law'][];
}

const planted: readonly Planted[] = [
  {
    name: 'a module that was taken out stays on',
    file: 'src/plan/steps/retire-module.ts',
    text: '...(filled as Spec), enabled: false',
    by: '...(filled as Spec), enabled: true',
    breaks: ['live equals files', 'nothing undeclared touched', 'second plan empty'],
  },
  {
    name: 'an update leaves out the live values of what no file declares',
    file: 'src/plan/steps/update-body.ts',
    text: 'wanted ?? (isSent ? clear : now)',
    by: 'wanted ?? (isSent ? clear : undefined)',
    breaks: ['nothing undeclared touched', 'live equals files', 'second plan empty'],
  },
  {
    name: 'a null of an override takes nothing out',
    file: 'src/workspace/compile/layer.ts',
    text: 'if (isNull) layers.delete(field);',
    by: 'if (isNull) continue;',
    breaks: ['live equals files', 'nothing undeclared touched'],
  },
  {
    name: 'a create is sent again when its answer is lost',
    file: 'src/remote/api/open-api.ts',
    text: "policy: 'create', isAlone: true",
    by: "policy: 'read', isAlone: true",
    breaks: ['nothing undeclared touched'],
  },
  {
    name: 'nothing is less protected',
    file: 'src/plan/gates/refusals.ts',
    text: 'step.exposure?.isAllowed === false',
    by: 'step.exposure?.isAllowed === false && false',
    breaks: ['never less protected'],
  },
  {
    name: 'header names are compared with their case',
    file: 'src/derive/compare/canonical.ts',
    text: "case 'header-name':",
    by: "case 'header-name': return text;",
    breaks: ['second plan empty', 'no needless write', 'live equals files'],
  },
  {
    name: 'a mask is taken for a secret',
    file: 'src/derive/forms/mask-text.ts',
    text: 'return wholeMask.test(text);',
    by: "return text === '';",
    breaks: ['nothing undeclared touched', 'second plan empty', 'no needless write'],
  },
];

const root = path.join(import.meta.dirname, '../..');

test.each(planted.map((bug) => [bug.name, bug] as const))('found: %s', { timeout: 1e8 }, async (_, bug) => {
  const main = await mainWith(bug);
  for (let seed = 0; seed < 400; seed++) {
    const { violations } = await play(drawHistory(seed), inProcess(main));
    if (violations.some(({ law }) => bug.breaks.includes(law))) {
      process.stdout.write(`planted: ${bug.name}: found by history ${seed}\n`);
      return;
    }
  }
  expect.fail(`400 histories did not find: ${bug.name}`);
});

/** `main` of a bundle of the sources with the bug. */
async function mainWith({ name, file, text, by }: Planted): Promise<typeof Main.main> {
  const folder = path.join(root, 'node_modules/.cache/edgewright');
  const outfile = path.join(folder, `planted-${process.pid}-${name.replaceAll(/\W+/g, '-')}.mjs`);
  mkdirSync(folder, { recursive: true });
  const source = readFileSync(path.join(root, file), 'utf8');
  expect(source.split(text), `${file} no longer has \`${text}\` once`).toHaveLength(2);
  await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    define: { edgewrightPageScript: pageScript() },
    plugins: [
      {
        name: 'plant',
        setup: (bundling) => {
          const filter = new RegExp(`${file.replaceAll(/[./]/g, '[./\\\\]')}$`);
          bundling.onLoad({ filter }, () => ({ contents: source.replace(text, by), loader: 'ts' }));
        },
      },
    ],
  });
  try {
    const { main } = (await import(pathToFileURL(outfile).href)) as typeof Main;
    return main;
  } finally {
    rmSync(outfile);
  }
}
