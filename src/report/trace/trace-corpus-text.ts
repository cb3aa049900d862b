import {
  allProtection,
  type CorpusLine,
  type ServedBy,
  type ServedForward,
} from '../../model/traffic/served-by.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { counted } from '../../text/words/noun-words.ts';
import { inertLine, inertPath } from '../text/inert.ts';
import { jsonText } from '../text/json.ts';
import { routingAssumption } from './trace-text.ts';
import { pageOf, pageText, paragraph, type Terminal } from '../text/text-page.ts';

/** A traced corpus, on two sides if `against` names the second one. */
export interface TracedCorpus {
  readonly environment: string;
  /** The name of the corpus file. */
  readonly corpus: string;
  readonly against?: string;
  readonly lines: readonly CorpusLine[];
}

/** The version of the document; `schemas/trace-corpus.schema.json` is its schema. */
const format = 1;

/** A corpus as text: URLs with the same change are grouped under the first of them. */
export function corpusText(
  { environment, corpus, against, lines }: TracedCorpus,
  terminal: Terminal,
): string {
  const page = pageOf(terminal, 'all');
  const shown = against === undefined ? lines : lines.filter(({ changes }) => changes.length > 0);
  const groups = groupBy(shown, (line) =>
    against === undefined ? servedWords(line.after) : changeWords(line),
  );
  const blocks = [...groups].map(([words, some]) => [
    ...paragraph(words, 0, page).map((line) => page.paint('strong', line)),
    ...some.slice(0, most).map(({ line, method, url }) => {
      const verb = method === 'GET' ? '' : `${method} `;
      return `    ${inertPath(corpus)}:${line}  ${inertLine(verb + url)}`;
    }),
    ...(some.length > most ? [`    and ${some.length - most} more (--format json has all)`] : []),
  ]);
  const count = counted(lines.length, 'URL');
  const sum =
    against === undefined
      ? `${count} in ${environment}`
      : `Served or protected differently from ${against}: ${shown.length} of ${count} in ${environment}`;
  return pageText([...blocks, paragraph(sum, 0, page), paragraph(routingAssumption, 2, page, '* ')]);
}

const most = 5;

/** A corpus as JSON: with two sides, unchanged URLs are only counted. */
export function corpusJson({ environment, corpus, against, lines }: TracedCorpus): string {
  const changed = lines.filter(({ changes }) => changes.length > 0);
  return jsonText({
    format,
    environment,
    corpus,
    against,
    urls: lines.length,
    changed: against === undefined ? undefined : changed.length,
    assumed: routingAssumption,
    lines: (against === undefined ? lines : changed).map(({ before, after, changes, settings, ...line }) => ({
      ...line,
      changes: against === undefined ? undefined : changes,
      settings,
      before: before?.map(servedTree),
      after: after.map(servedTree),
    })),
  });
}

function servedTree({ occupiedBy, forwards, ...served }: ServedBy): object {
  return {
    ...served,
    forwards: forwards.length === 0 ? undefined : forwards.map(forwardTree),
    occupied_by: occupiedBy,
  };
}

function forwardTree({ isCertain, ...forward }: ServedForward): object {
  return { ...forward, is_certain: isCertain };
}

function changeWords({ before = [], after, changes, settings = [] }: CorpusLine): string {
  const side = (words: (all: readonly ServedBy[]) => string): string => `${words(before)} -> ${words(after)}`;
  const parts = [
    changes.includes('server') ? side(whoWords) : `${whoWords(after)}, as before`,
    ...(changes.includes('login') ? [`login: ${side((all) => namesOf(all, ({ login }) => login))}`] : []),
    ...(changes.includes('protection') ? [`protection: ${side((all) => namesOf(all, allProtection))}`] : []),
    ...(changes.includes('settings')
      ? [`${settings.join(', ')} ${settings.length === 1 ? 'is' : 'are'} set otherwise`]
      : []),
  ];
  return parts.join('; ');
}

function servedWords(served: readonly ServedBy[]): string {
  return `${whoWords(served)}; login: ${namesOf(served, ({ login }) => login)}; protection: ${namesOf(served, allProtection)}`;
}

/** If the edge behind the host is unknown, each candidate edge is named. */
function whoWords(served: readonly ServedBy[]): string {
  const words = served.map(({ edge, by, occupiedBy, forwards }) => {
    const who = by.length > 0 ? by.join(', ') : '(not served)';
    const kept = occupiedBy === undefined ? '' : ` (kept by ${occupiedBy})`;
    const onward = forwards.length === 0 ? '' : ` (${forwardsWords(forwards)})`;
    return served.length > 1 && edge !== undefined
      ? `${who}${onward}${kept} if ${edge} has the host`
      : who + onward + kept;
  });
  return words.length === 0 ? '(not served)' : words.join(', ');
}

function namesOf(served: readonly ServedBy[], read: (servedBy: ServedBy) => readonly string[]): string {
  const names = [...new Set(served.flatMap(read))];
  return names.length === 0 ? 'none' : names.join(', ');
}

type ForwardFacts = Pick<ServedForward, 'url' | 'to' | 'isCertain' | 'ends'>;

/** All forwards in one phrase, each target once: `may forward to endpoint/api, endpoint/shop`. */
function forwardsWords(forwards: readonly ForwardFacts[]): string {
  const targets = forwards.map((forward) =>
    forward.ends === 'unserved' ? `unserved ${targetWords(forward)}` : targetWords(forward),
  );
  return `${verbFor(forwards)} to ${[...new Set(targets)].join(', ')}`;
}

function verbFor(forwards: readonly ForwardFacts[]): string {
  return forwards.every(({ isCertain }) => isCertain) ? 'forwards' : 'may forward';
}

function targetWords({ url, to }: ForwardFacts): string {
  if (to !== undefined) return to;
  return url === undefined ? 'a URL known only at run time' : `\`${url}\``;
}
