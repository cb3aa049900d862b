import { sameAnswers } from '../../routing/traffic/same-answers.ts';
import type {
  RequestWay,
  TraceAnswer,
  TracedSide,
  TraceReason,
  TraceRequest,
  TraceServer,
  TraceWay,
  WayStep,
} from '../../model/traffic/trace.ts';
import { originText } from '../plan/text/origin-text.ts';
import { say, type Words } from '../plan/words/say.ts';
import { resultText, withText } from '../tests/request-words.ts';
import type { Role } from '../text/paint.ts';
import { inertLine } from '../text/inert.ts';
import { jsonText } from '../text/json.ts';
import { resultNotes, wayRow, type WayRow } from './way-text.ts';
import { quoted } from '../../text/quoted.ts';
import { type Page, pageOf, pageText, paragraph, type Terminal } from '../text/text-page.ts';

/** One line without a final period. */
export function traceReasonText(reason: TraceReason): string {
  return say(reasons, reason);
}

const reasons: Words<TraceReason> = {
  'takes-exact': ({ match, host }) => `exact match ${quoted(match)}${atHost(host)}`,
  'takes-prefix': ({ match, path, host }) => `prefix ${quoted(match)} covers ${quoted(path)}${atHost(host)}`,
  'match-unreadable': () => 'its `match` cannot be read',
  'exact-wins': () => 'exact match wins',
  'not-compared': () => 'it is not compared',
  'other-host': ({ host }) => `only for host ${quoted(host)}`,
  'other-path': ({ match, path }) => `exact ${quoted(match)} is not ${quoted(path)}`,
  'prefix-elsewhere': ({ match, path }) => `prefix ${quoted(match)} does not cover ${quoted(path)}`,
  'longer-wins': ({ pattern }) => `the longer ${quoted(pattern)} wins`,
  'other-port': ({ listens, port }) => `it listens at port ${listens}, not ${port}`,
  'other-scheme': ({ url, scheme }) => `${quoted(url)} does not carry \`${scheme}\``,
  'closer-host-wins': ({ host }) => `a more specific host wins over ${quoted(host)}`,
  'host-taken': () => 'a different resource has the host',
};

function atHost(host: string): string {
  return host === '' ? '' : ` at host ${quoted(host)}`;
}

/** The reason why the host belongs to an edge or endpoint, without a final period. */
export function wayText(way: TraceWay): string {
  return say(wayWords, way);
}

const wayWords: Words<TraceWay> = {
  'edge-named': () => 'the request names the edge',
  'edge-listens': ({ host }) => `the edge listens at \`${host}\``,
  listens: ({ host, port }) => `it listens at \`${host}\`, port ${port}`,
  'host-named': ({ by }) => `\`${by}\` names this host`,
  'hosts-unknown': () => 'nothing says which hosts this edge has',
  'nothing-listens': ({ scheme, host, port }) =>
    `nothing that carries \`${scheme}\` is known at \`${host}\`, port ${port}`,
  'edge-unknown': ({ edge }) => `nothing that carries it is known at \`${edge}\``,
};

export interface Trace {
  readonly environment: string;
  readonly request: TraceRequest;
  readonly sides: readonly TracedSide[];
  /** The facts about the request, as in a test. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** The version of the document; `schemas/trace.schema.json` is its schema. */
const format = 1;

/** The assumption that traces are based on, since the API does not document it; printed with each trace. */
export const routingAssumption =
  'assumed, where the API is silent: an exact match before a prefix, the longer before the shorter; a prefix covers whatever begins with it; a host alone all of its paths';

export const assumption = `${routingAssumption}; modules in the order of the list, before the traffic policy`;

export function traceText({ environment, request, sides }: Trace, terminal: Terminal): string {
  const page = pageOf(terminal, 'all');
  const blocks = sideGroups(sides).flatMap(({ names, answers }) =>
    answers.map((answer) => answerLines(names, answer, page)),
  );
  return pageText([
    [page.paint('strong', `${request.method} ${inertLine(request.url)} in ${inertLine(environment)}`)],
    ...blocks,
    paragraph(assumption, 2, page, '* ').map((line) => page.paint('gutter', line)),
  ]);
}

export function traceJson({ environment, request, sides }: Trace): string {
  const { url, method, path } = request;
  return jsonText({
    format,
    environment,
    url,
    method,
    path,
    assumed: assumption,
    sides: sides.map(({ side, answers }) => ({ side, answers: answers.map(answerTree) })),
  });
}

interface Group {
  readonly names: string;
  readonly answers: readonly TraceAnswer[];
}

/** Two equal sides are shown once. */
export function sideGroups(sides: readonly TracedSide[]): readonly Group[] {
  const [first, second] = sides;
  if (first !== undefined && second !== undefined && sameAnswers(first.answers, second.answers)) {
    return [{ names: `${first.side} and ${second.side}`, answers: first.answers }];
  }
  return sides.map(({ side, answers }) => ({ names: side, answers }));
}

/** `desired at https-edge/main: https-route/checkout`, in two parts. */
export function answerHead(
  names: string,
  { edge, isAssumed, servers }: TraceAnswer,
): { readonly where: string; readonly who: string; readonly isServed: boolean } {
  const served = servers.filter(({ doesAnswer }) => doesAnswer);
  const at = edge === undefined ? '' : ` at ${inertLine(edge)}`;
  const who =
    served.length === 0 ? '(not served)' : served.map(({ address }) => inertLine(address)).join(', ');
  return {
    where: `${names}${at}${isAssumed ? ', if it has the host' : ''}`,
    who,
    isServed: served.length > 0,
  };
}

function answerLines(names: string, answer: TraceAnswer, page: Page): readonly string[] {
  const { because, servers, others, way } = answer;
  const { where, who, isServed } = answerHead(names, answer);
  return [
    `${where}: ${page.paint(isServed ? 'strong' : 'warn', who)}`,
    ...paragraph(wayText(because), 4, page),
    ...servers.flatMap((server) => serverLines(server, servers.length, page)),
    ...stepLines(way.steps, page),
    ...resultLines(way, page),
    ...otherLines(others, page),
  ];
}

function serverLines(server: TraceServer, count: number, page: Page): readonly string[] {
  const { address, id, origin, reason, doesAnswer } = server;
  const place = [
    ...(id === undefined ? [] : [inertLine(id)]),
    ...(origin === undefined ? [] : [originText(origin)]),
  ];
  const words = [
    ...(count > 1 || !doesAnswer ? [address] : []),
    ...(reason === undefined ? [] : [traceReasonText(reason)]),
    ...(doesAnswer ? [] : ['occupies it, and nothing is served: its backend is off']),
  ];
  const line = [...(words.length === 0 ? [] : [words.join(': ')]), ...place].join('  ');
  return line === '' ? [] : paragraph(line, 4, page);
}

const roles: Readonly<Record<WayRow['tone'], Role>> = {
  on: 'info',
  idle: 'gutter',
  end: 'strong',
  open: 'warn',
};

/** The steps at one resource after the other. */
export function stepsByResource(
  steps: readonly WayStep[],
): readonly { readonly address: string; readonly steps: readonly WayStep[] }[] {
  const parts: { readonly address: string; readonly steps: WayStep[] }[] = [];
  for (const step of steps) {
    const last = parts.at(-1);
    const address = step.code === 'selected' ? step.address : 'at' in step ? step.at.address : undefined;
    if (last !== undefined && (address === undefined || address === last.address)) last.steps.push(step);
    else parts.push({ address: address ?? '', steps: [step] });
  }
  return parts;
}

/** Who serves a request is in the headline, and that nothing does. */
export function isShown(step: WayStep): boolean {
  return step.code === 'nothing-serves' ? step.bindings !== undefined : step.code !== 'selected';
}

function stepLines(all: readonly WayStep[], page: Page): readonly string[] {
  const shown = all.filter(isShown);
  const widest = Math.max(0, ...shown.map((step) => wayRow(step).word.length));
  const first = all.find(({ code }) => code === 'selected');
  let current = first?.code === 'selected' ? first.address : undefined;
  return stepsByResource(shown).flatMap(({ address, steps }) => {
    const heading = address === '' || address === current ? [] : paragraph(`at ${address}:`, 4, page);
    if (address !== '') current = address;
    return [
      ...heading,
      ...steps.flatMap((step) => {
        const row = wayRow(step);
        const place = placed.has(step.code) && step.origin !== undefined ? ` ${originText(step.origin)}` : '';
        const words = [row.name, row.text].filter((text) => text !== '').join(': ') + place;
        const indent = widest + (row.isInRule ? 10 : 8);
        const [start = '', ...rest] = paragraph(words, indent, page);
        return [
          `      ${page.paint(roles[row.tone], row.word)}${' '.repeat(indent - 6 - row.word.length)}${start.trimStart()}`,
          ...rest,
        ];
      }),
    ];
  });
}

/** The steps of which a reader wants to see the file. */
const placed: ReadonlySet<WayStep['code']> = new Set([
  'matched',
  'not-matched',
  'ended',
  'asked',
  'forwarded',
]);

function resultLines(way: RequestWay, page: Page): readonly string[] {
  const [start = '', ...rest] = paragraph(`result: ${resultText(way)}`, 4, page);
  return [
    page.paint(way.missing.length === 0 ? 'strong' : 'warn', start),
    ...rest,
    ...resultNotes(way).flatMap((note) => paragraph(note, 6, page)),
  ];
}

/** Maximum number of other routes in the text; JSON has all of them. */
const most = 8;

function otherLines(others: TraceAnswer['others'], page: Page): readonly string[] {
  const rest = others.length - most;
  return [
    ...others
      .slice(0, most)
      .flatMap(({ address, reason }) =>
        paragraph(`not ${address}: ${traceReasonText(reason)}`, 6, page, '    '),
      ),
    ...(rest > 0 ? [`    and ${rest} more that do not (--format json has all)`] : []),
  ];
}

function answerTree({ isAssumed, because, servers, others, way, ...answer }: TraceAnswer): object {
  return {
    ...answer,
    is_assumed: isAssumed,
    because: wayText(because),
    servers: servers.map(({ doesAnswer, reason, ...server }) => ({
      ...server,
      reason: reason && traceReasonText(reason),
      does_answer: doesAnswer,
    })),
    steps: way.steps.map(stepTree),
    result: resultTree(way),
    others: others.map(({ address, reason }) => ({ address, reason: traceReasonText(reason) })),
  };
}

function stepTree(step: WayStep): object {
  const { word, name, text } = wayRow(step);
  const { origin, otherwise, ...event } = step;
  return {
    ...event,
    origin,
    otherwise: otherwise?.map(withText),
    text: [word, name, text].filter((part) => part !== '').join(' '),
  };
}

function resultTree(way: RequestWay): object {
  const { results, missing, outcome, changes } = way;
  const { servedBy, backend, forwardedTo } = outcome;
  return {
    text: resultText(way),
    got: results.map(withText),
    missing: missing.length === 0 ? undefined : missing,
    served_by: servedBy,
    backend,
    forwarded_to: forwardedTo.length === 0 ? undefined : forwardedTo,
    changes: changes.length === 0 ? undefined : changes,
  };
}
