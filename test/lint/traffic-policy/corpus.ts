import { readFileSync } from 'node:fs';

/** A published policy. */
export interface CorpusPolicy {
  readonly id: string;
  readonly text: string;
}

export function policiesOfCorpus(): readonly CorpusPolicy[] {
  return readFileSync(new URL('corpus.txt', import.meta.url), 'utf8')
    .split('=====\n')
    .map((part) => {
      const end = part.indexOf('\n');
      return { id: part.slice(2, end), text: part.slice(end + 1) };
    });
}
