import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Rule } from '../../src/lint/rule.ts';

/** Loads a rule as the page shows it: its file lies for a moment in the folder that the first line names. */
export async function loadRule(text: string): Promise<Rule> {
  const [, named = ''] = /^\/\/ src\/lint\/rules\/(\S+\.ts)$/m.exec(text) ?? [];
  const repository = path.join(import.meta.dirname, '../..');
  const folder = mkdtempSync(path.join(import.meta.dirname, 'rule-'));
  const file = path.join(folder, path.basename(named));
  const home = path.join(repository, 'src/lint/rules', path.dirname(named));
  const resolved = text.replaceAll(
    /from '(\.[^']+)'/g,
    (_all, target: string) => `from ${JSON.stringify(path.resolve(home, target))}`,
  );
  try {
    writeFileSync(file, resolved);
    return ((await import(file)) as { readonly default: Rule }).default;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
