import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildSync } from 'esbuild';
import type { RuleText } from '../model/lint/rule-text.ts';
import { ruleIndexText } from './rule-index-text.ts';
import type { RuleOnDisk } from './rules-on-disk.ts';

/** Loads the rules from their files instead of the generated index, which the same run writes. */
export function loadRules(root: string, rules: readonly RuleOnDisk[]): readonly RuleText[] {
  const { outputFiles } = buildSync({
    stdin: { contents: ruleIndexText(rules), resolveDir: path.join(root, 'src/lint'), loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    packages: 'external',
    platform: 'node',
    target: 'node20.18',
    format: 'cjs',
    logLevel: 'warning',
  });
  // Written inside node_modules, so that the bundle resolves the libraries.
  const file = path.join(root, 'node_modules/.cache/edgewright', `rules-${process.pid}.cjs`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, outputFiles[0]?.contents ?? '');
  try {
    const loaded = createRequire(file)(file) as { readonly rules: readonly RuleText[] };
    return loaded.rules;
  } finally {
    rmSync(file, { force: true });
  }
}
