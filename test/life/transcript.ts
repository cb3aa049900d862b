import { normalizer } from '../scenarios/normalize.ts';

/** The story as a page: what each one did, and every text that a person then reads. */
export interface Transcript {
  readonly chapter: (title: string) => void;
  /** A command, or what was printed because of one. */
  readonly printed: (lead: string, text: string) => void;
  /** A comment, an issue or a summary: Markdown. */
  readonly shown: (lead: string, markdown: string) => void;
  readonly page: (commits: readonly string[]) => string;
}

export function openTranscript(title: string, folder: string): Transcript {
  const parts = [`# ${title}\n`];
  const block = (lead: string, language: string, text: string): void => {
    const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
    parts.push(`${lead}\n\n${fence}${language}\n${text.trimEnd()}\n${fence}\n`);
  };
  return {
    chapter: (name) => void parts.push(`## ${name}\n`),
    printed: (lead, text) => block(lead, 'text', text),
    shown: (lead, markdown) => block(lead, 'markdown', markdown),
    page: (commits) => stable(parts.join('\n'), folder, commits),
  };
}

/** Ids, times, ports, folders and commits differ between runs: they are numbered by appearance. */
function stable(text: string, folder: string, commits: readonly string[]): string {
  const numbers = new Map<string, number>();
  const named = text.replaceAll(/\b[0-9a-f]{7,40}\b/g, (word) => {
    const commit = commits.find((each) => each.startsWith(word));
    if (commit === undefined) return word;
    if (!numbers.has(commit)) numbers.set(commit, numbers.size + 1);
    return `commit-${numbers.get(commit)}`;
  });
  return normalizer(folder)
    .normalize(named)
    .replaceAll(/\b\d+ seconds?( ago| old)/g, '<seconds>$1')
    .replaceAll(/\bgh[ps]_[A-Za-z0-9]+/g, '<token>');
}
