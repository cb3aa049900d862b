import type { TraceRequest } from '../../model/traffic/trace.ts';
import { parseRequest } from '../request.ts';

export interface CorpusEntry {
  /** From 1. */
  readonly line: number;
  /** Where the URL begins, from 1. */
  readonly column: number;
  readonly request: TraceRequest;
}

export interface CorpusProblem {
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}

export interface Corpus {
  readonly entries: readonly CorpusEntry[];
  readonly problems: readonly CorpusProblem[];
}

/** One URL per line, preceded by a method unless it is GET. Blank lines and `#` comments are ignored. */
export function parseCorpus(text: string): Corpus {
  const entries: CorpusEntry[] = [];
  const problems: CorpusProblem[] = [];
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    // Within a URL, `#` starts a fragment, so a comment needs a space before it.
    const content = written.replace(/(?:^|\s)#.*$/, '').trimEnd();
    if (content.trim() === '') continue;
    const [before = '', method] = /^\s*(?:([A-Za-z]+)[ \t]+(?=\S))?/.exec(content) ?? [];
    const parsed = parseRequest(content.slice(before.length), method === undefined ? {} : { method });
    if ('request' in parsed) entries.push({ line, column: before.length + 1, request: parsed.request });
    else problems.push({ line, column: before.length + parsed.column, problem: parsed.problem });
  }
  return { entries, problems };
}
