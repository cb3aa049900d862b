import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Payload {
  readonly name: string;
  readonly text: string;
}

interface Written extends Payload {
  /** How often the text is repeated. */
  readonly repeat?: number;
}

/** The texts of an attacker. A lone surrogate cannot be written in YAML. */
const corpus: readonly Payload[] = [
  ...(parse(readFileSync(new URL('corpus.yaml', import.meta.url), 'utf8')) as readonly Written[]).map(
    ({ name, text, repeat = 1 }) => ({ name, text: text.repeat(repeat) }),
  ),
  { name: 'a lone surrogate', text: 'a\ud800b\udc00' },
];

/** Those that are short enough to be everywhere at once. */
export const shortCorpus: readonly Payload[] = corpus.filter(({ text }) => text.length < 1000);

export const longCorpus: readonly Payload[] = corpus.filter(({ text }) => text.length >= 1000);
