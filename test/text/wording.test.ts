import { expect, test } from 'vitest';
import { onOneLine } from '../../src/text/words/one-line.ts';
import { quoted } from '../../src/text/quoted.ts';
import { quotedStart } from '../../src/lint/shape/shape-finding.ts';
import { clip } from '../../src/text/words/clip.ts';

const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

test.each([
  ['clip', (text: string) => clip(text, 40)],
  ['quoted', quoted],
  ['shown', quotedStart],
  ['onOneLine', (text: string) => onOneLine(text, 40)],
])('%s splits no character, wherever it cuts', (_name, cut) => {
  for (let before = 30; before < 45; before++) {
    const text = `${'a'.repeat(before)}🦊${'b'.repeat(20)}`;
    expect(cut(text)).not.toMatch(half);
    expect(cut(text)).toContain('…');
    expect(cut(text).replaceAll('`', '').length).toBeLessThanOrEqual(40);
  }
});
