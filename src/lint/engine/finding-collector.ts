import { writtenHelp } from '../fix/written-help.ts';
import { withoutSecrets } from '../../derive/secrets/secret-patterns.ts';
import { longestMessage as longest } from '../domain/message-words.ts';
import { isLower } from '../rule.ts';
import { type LinkSettings, withLinks } from './finding-links.ts';
import type { Levels } from './levels.ts';
import { includedBy } from '../locate/in-resource.ts';
import type { Diagnostic, RelatedPlace, Severity } from '../../model/diagnostic.ts';
import type { Place } from '../../model/document.ts';
import type { RuleText } from '../../model/lint/rule.ts';
import { masked } from '../../model/secret.ts';
import type { Path } from '../../model/value.ts';
import { compareTexts } from '../../text/lists/compare-texts.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { Fix } from '../../model/fix.ts';

const lineEnd = /[\r\n\u0085\u2028\u2029]+/;

/** A finding with everything but its final severity. */
export interface CollectorFinding {
  readonly rule: string;
  /** A severity below the rule's own, if the finding has one. If the rule id is unknown, the severity itself. */
  readonly severity?: Severity | undefined;
  /** The finding's subject was not read or not compiled: settings cannot lower it below an error. */
  readonly isUnread?: boolean | undefined;
  readonly message: string;
  /** Instead of the rule's own. */
  readonly why?: string | undefined;
  readonly help?: string | undefined;
  readonly place: Place;
  readonly label?: string | undefined;
  readonly related: readonly RelatedPlace[];
  readonly fix?: Fix | undefined;
  /** It is in no file that an edit could change. */
  readonly isPrinted?: true | undefined;
  readonly address?: string | undefined;
  readonly path?: Path | undefined;
  /** Undefined if the finding does not depend on an environment. */
  readonly environment?: string | undefined;
  /** Of the findings with the same rule, cause and message only the first is shown. */
  readonly cause?: string | undefined;
  /** The page of the part of a traffic policy that it is about. */
  readonly policyPage?: (() => string | undefined) | undefined;
  /** Groups findings across rules and messages: one mistake may show in several ways. */
  readonly mistake?: string | undefined;
}

/** The findings of a run, each mistake once, with the environments it was found in. */
export interface FindingCollector {
  readonly add: (reported: CollectorFinding) => void;
  readonly diagnostics: () => readonly Diagnostic[];
}

interface CollectedFinding {
  readonly reported: CollectorFinding;
  readonly severity: Severity;
  readonly environments: Set<string>;
  /** Related places of the other values that make the same expression wrong in other environments. */
  readonly elsewhere: RelatedPlace[];
  isEverywhere: boolean;
  /** The other places of the same mistake, by `placeKey`. */
  readonly also: Map<string, CollectorFinding>;
}

/**
 * `environmentsOf` returns the environments that an address exists in: a finding in all of them names no environment.
 */
export function collectFindings(
  levels: Levels,
  links: LinkSettings,
  environmentsOf: (address: string | undefined) => readonly string[],
): FindingCollector {
  const pages = new Map<string, CollectedFinding>();
  const counts = new Map<string, number>();
  return {
    add: (finding) => {
      const withFix = {
        ...finding,
        fix: finding.fix ?? (finding.isPrinted === true ? undefined : writtenHelp(finding)),
      };
      const why = withFix.why ?? usualWhy(levels.rule(withFix.rule));
      const reported = { ...withFix, message: shortMessage(withFix.message), why };
      const { place, environment } = reported;
      const severity = severityOf(reported, levels);
      if (severity === undefined) return;
      const key = mistakeKey(reported);
      const known = pages.get(key);
      if (known === undefined) {
        const count = (counts.get(place.source.path) ?? 0) + 1;
        counts.set(place.source.path, count);
        if (count === mostOfAFile + 1) pages.set(place.source.path, tooMany(place));
        if (count > mostOfAFile) return;
      }
      const page = known ?? pageOf(reported, severity);
      if (placeKey(page.reported.place) !== placeKey(place)) page.also.set(placeKey(place), reported);
      if (page.reported.message !== reported.message) page.elsewhere.push(...reported.related);
      else if (known !== undefined && page.elsewhere.length < mostIncluding)
        page.elsewhere.push(...reported.related.filter(({ label }) => label.startsWith(includedBy)));
      if (environment === undefined) page.isEverywhere = true;
      else page.environments.add(environment);
      if (known === undefined) pages.set(key, page);
    },
    diagnostics: () =>
      [...pages.values()].map((page) => {
        const { policyPage } = page.reported;
        return withLinks(diagnosticOf(page, environmentsOf), levels, { ...links, policyPage });
      }),
  };
}

/** The reason that a rule gives; undefined if it adds nothing to the message. */
function usualWhy(rule: RuleText | undefined): string | undefined {
  return rule?.isEvident === true ? undefined : rule?.why;
}

function mistakeKey(reported: CollectorFinding): string {
  const { rule, place, message, cause, mistake } = reported;
  if (mistake !== undefined) return mistake;
  return cause === undefined
    ? `${placeKey(place)}\0${rule}\0${sameFor(reported)}`
    : `${rule}\0${cause}\0${message}`;
}

/**
 * The message and path that identify a mistake at a place. For an expression, quoted words are blanked: its value
 * differs between environments, but the mistake is the same.
 */
function sameFor({ message, place, path = [] }: CollectorFinding): string {
  const { source, start, end } = place;
  if (end - start > longestExpression || !source.text.slice(start, end).includes('$(')) return message;
  return `${path.join('/')} ${message.replaceAll(/`[^`]*`/g, '``')}`;
}

/** Longer values are not searched for expressions, to bound the cost. */
const longestExpression = 1000;

/** Maximum number of resources that a finding in a file names as including it. */
const mostIncluding = 10;

/** Maximum number of findings per file: a broken large file could have one at every second byte. */
const mostOfAFile = 10_000;

function tooMany(place: Place): CollectedFinding {
  const message = `more than ${mostOfAFile} findings in one file`;
  const help = 'fix those that are shown; the others come then';
  return pageOf({ rule: 'yaml-limit', message, help, place, related: [] }, 'error');
}

function pageOf(reported: CollectorFinding, severity: Severity): CollectedFinding {
  const isEverywhere = reported.environment === undefined;
  return { reported, severity, environments: new Set(), elsewhere: [], isEverywhere, also: new Map() };
}

export function severityOf(
  { rule, severity, place, address, isUnread }: CollectorFinding,
  levels: Levels,
): Severity | undefined {
  const known = levels.rule(rule);
  if (known === undefined) return severity ?? 'error';
  if (isUnread === true && known.severity.minimal === 'error') return 'error';
  const level = levels.at(rule, place.source.path, address);
  if (level === 'off') return undefined;
  return severity !== undefined && isLower(severity, level) ? severity : level;
}

function diagnosticOf(
  page: CollectedFinding,
  environmentsOf: (address: string | undefined) => readonly string[],
): Diagnostic {
  const { reported, severity, environments } = page;
  const all = environmentsOf(reported.address);
  const isEverywhere = page.isEverywhere || all.every((name) => environments.has(name));
  const { rule, why, place, label, related, address, path } = reported;
  // Messages quote values that may be secrets, and editors show them without passing a masking stream.
  const message = withoutSecrets(reported.message, () => masked);
  const help = reported.help === undefined ? undefined : withoutSecrets(reported.help, () => masked);
  const fix = fixOfAll(page);
  return {
    rule,
    severity,
    message,
    place,
    related: eachOnce(place, [...related, ...page.elsewhere, ...alsoHere(page)]),
    environments: isEverywhere ? [] : [...environments].sort(),
    ...withoutUndefined({ why, help, label, fix, address, path }),
  };
}

/** One further place of the same mistake, and the number of all others. */
function alsoHere({ also }: CollectedFinding): readonly RelatedPlace[] {
  const [first] = also.values();
  if (first === undefined) return [];
  const label = also.size === 1 ? 'and here' : `and here, and in ${also.size - 1} more places`;
  return [{ place: first.place, label: also.size === 2 ? 'and here, and in 1 more place' : label }];
}

/** Merges the fixes of all places of a mistake into one. */
function fixOfAll({ reported: { fix }, also }: CollectedFinding): Fix | undefined {
  if (fix === undefined) return undefined;
  const others = [...also.values()].flatMap((finding) => finding.fix ?? []);
  const isSame = others.every(({ title, safety }) => title === fix.title && safety === fix.safety);
  return isSame ? { ...fix, edits: [...fix.edits, ...others.flatMap(({ edits }) => edits)] } : fix;
}

function placeKey({ source, start, end }: Place): string {
  return `${source.path}\0${start}\0${end}`;
}

/**
 * Drops duplicate related places: if an expression stands for a whole module, a mistake and its related value share one
 * place.
 */
function eachOnce({ source, start, end }: Place, related: readonly RelatedPlace[]): readonly RelatedPlace[] {
  if (related.length === 0) return related;
  const places = new Map<string, RelatedPlace>();
  for (const relatedPlace of related) {
    if (
      relatedPlace.place.source.path === source.path &&
      relatedPlace.place.start === start &&
      relatedPlace.place.end === end
    )
      continue;
    const key = `${relatedPlace.place.source.path}\0${relatedPlace.place.start}\0${relatedPlace.label}`;
    if (!places.has(key)) places.set(key, relatedPlace);
  }
  return [...places.values()];
}

/** Sorts by file, position, rule and message. */
export function diagnosticOrder(a: Diagnostic, b: Diagnostic): number {
  return (
    compareTexts(a.place.source.path, b.place.source.path) ||
    a.place.start - b.place.start ||
    a.place.end - b.place.end ||
    compareTexts(a.rule, b.rule) ||
    compareTexts(a.message, b.message)
  );
}

/**
 * Puts a message on one line. If it is too long, the longest quoted part is cut, so that the message itself stays
 * complete.
 */
export function shortMessage(full: string): string {
  const message = lineEnd.test(full) ? full.replaceAll(new RegExp(lineEnd, 'g'), ' ') : full;
  if (message.length <= longest) return message;
  const words = [...message.matchAll(/`[^`]*`/g)].sort((a, b) => b[0].length - a[0].length)[0];
  const room = words === undefined ? 0 : words[0].length - 2 - '...'.length - (message.length - longest);
  if (words === undefined || room < 1) return `${cut(message, longest - '...'.length)}...`;
  const before = message.slice(0, words.index + 1);
  return `${before}${cut(words[0].slice(1), room)}...${message.slice(words.index + words[0].length - 1)}`;
}

/** Does not cut within a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
