import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Rule } from '../../src/lint/rule.ts';

const imports = `
import { onRoute } from '../../../src/lint/rule-examples.ts';
import { recommended, resourceRules } from '../../../src/lint/rule-group.ts';
import { splitMatch } from '../../../src/derive/forms/normal-match.ts';
import { matchMistake } from '../../../src/routing/selector.ts';
import { quoted } from '../../../src/text/quoted.ts';
`;

/** The rule of a block, written as the entry of a file: its first line names the file and what is around the entry. */
export async function loadRule(text: string): Promise<Rule> {
  const [, around = '', entry = ''] = /^\/\/ src\/lint\/rules\/\S+\.ts, in (.*)\n([^]*)$/.exec(text) ?? [];
  const folder = mkdtempSync(path.join(import.meta.dirname, 'rule-'));
  const file = path.join(folder, 'rule.ts');
  try {
    writeFileSync(file, `${imports}export default ${around}${entry}})[0];\n`);
    return ((await import(file)) as { readonly default: Rule }).default;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
