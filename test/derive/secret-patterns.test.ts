import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { secretsIn, withoutSecrets } from '../../src/derive/secrets/secret-patterns.ts';

interface Cases {
  /** By text: what of it is left. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly harmless: readonly string[];
}

const cases = parse(readFileSync(new URL('secret-patterns.yaml', import.meta.url), 'utf8')) as Cases;

describe('what looks like a secret is found, and no more than it', () => {
  test.each(Object.entries(cases.secrets))('%s', (text, shown) => {
    expect(withoutSecrets(text, () => '***')).toBe(shown);
  });
});

describe('what only looks as random is left alone', () => {
  test.each(cases.harmless)('%s', (text) => {
    expect(secretsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([]);
  });
});
