import type { Notice } from '../../model/notice.ts';
import { inertLine } from '../text/inert.ts';
import { jsonLine } from '../text/json.ts';
import { countsDone } from './applied.ts';
import { listed } from '../../text/words/list-words.ts';

/** The version of the document; `schemas/notification.schema.json` is its schema. */
const format = 1;
const mostNamed = 3;
/** Longer lists are cut: the counts are complete. */
const mostListed = 50;

/**
 * The JSON body of a notification. It has no secrets, but texts of others may: `clean` sees them before a character of
 * theirs is replaced.
 */
export function notificationJson(notice: Notice, clean: (text: string) => string): string {
  const { events, verb, environment, api, run, exitCode, tally, refusals, next, error } = notice;
  const { id, ...about } = run ?? {};
  return jsonLine({
    format,
    text: notificationText(notice, clean),
    events,
    verb,
    environment,
    api,
    run: id,
    about: run && about,
    exit_code: exitCode,
    counts: tally,
    failed: notice.failed.slice(0, mostListed),
    unknown: notice.unknown.slice(0, mostListed),
    drifted: notice.drifted.slice(0, mostListed),
    less_protected: notice.weakened.slice(0, mostListed),
    tests: notice.tests?.slice(0, mostListed).map(inertLine),
    refusals: refusals.slice(0, mostListed).map(inertLine),
    // The commands for single resources are the many.
    next: [
      ...next.filter(({ address }) => address === undefined),
      ...next.filter(({ address }) => address !== undefined),
    ].slice(0, mostListed),
    error: error && {
      message: inertLine(error.message),
      help: error.help === undefined ? undefined : inertLine(error.help),
    },
  });
}

/** The lines that a chat shows. */
function notificationText(notice: Notice, clean: (text: string) => string): string {
  const { environment, failed, unknown, drifted, weakened, tests = [], next, run, refusals } = notice;
  const settle = next.find(({ purpose }) => purpose === 'settle')?.command;
  const by = run?.actor === undefined ? '' : ` by ${run.actor}`;
  const lines = [
    `${environment}: ${weakenedWords(notice)}${headline(notice)}${run?.id === undefined ? '' : ` (run ${run.id}${by})`}`,
    ...named('Less protected than the files', weakened),
    ...refusals.slice(0, mostNamed),
    ...named('Failed', failed),
    ...named('Unknown outcome', unknown),
    ...(settle === undefined ? [] : [`To settle: ${settle}`]),
    ...named('Changed outside Edgewright', drifted),
    ...named('Tests that are not ok', tests),
  ].map((line) => harmlessInChat(clean(line)));
  return [...lines, ...(run?.ci === undefined ? [] : [inertLine(run.ci.url)])].join('\n');
}

/** Lost protection comes before the outcome of a run. */
function weakenedWords({ weakened }: Notice): string {
  return weakened.length === 0 ? '' : `${weakened.length} less protected than the files; `;
}

function headline({ verb, tally, error, refusals, drifted, tests = [] }: Notice): string {
  if (verb === 'drift') {
    if (drifted.length > 0) return `${drifted.length} changed outside Edgewright`;
    if (tests.length === 0) return 'outcomes are unknown';
    return tests.length === 1 ? '1 test of requests fails' : `${tests.length} tests of requests fail`;
  }
  if (error !== undefined) return `apply failed: ${error.message}`;
  if (refusals.length > 0) return 'nothing was applied, the plan is refused';
  return tally === undefined ? 'nothing was applied' : countsDone(tally);
}

function named(label: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${label}: ${listed(names, mostNamed)}`];
}

/** A foreign text, such as a message of the service, must not call a channel or make a link. */
function harmlessInChat(text: string): string {
  return inertLine(text)
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('@', '(at)')
    .replaceAll('](', '] (');
}
