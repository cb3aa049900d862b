import type {
  ServedForward,
  TraceAnswer,
  TraceForward,
  TraceRequest,
  TraceServer,
  TracedSide,
} from '../../model/traffic/trace.ts';
import { originText, paragraph, type Page } from '../plan/text/plan-requests.ts';
import { inertLine } from '../text/inert.ts';
import { jsonText } from '../text/json.ts';
import { painter } from '../text/flow-text.ts';
import { effectText } from './effect-text.ts';
import { traceReasonText, wayText } from './trace-reason.ts';

/** The trace of one URL. */
export interface Trace {
  readonly environment: string;
  readonly request: TraceRequest;
  readonly sides: readonly TracedSide[];
}

/** The version of the document; `schemas/trace.schema.json` is its schema. */
const format = 1;

/** The assumption that traces are based on, since the API does not document it; printed with each trace. */
export const traceModel =
  'our model, where the API is silent: an exact match before a prefix, the longer before the shorter; a prefix covers whatever begins with it; a host alone all of its paths';

export function traceText(
  { environment, request, sides }: Trace,
  { color, columns }: { readonly color: boolean; readonly columns: number },
): string {
  const page: Page = { paint: painter(color), columns: Math.max(40, columns), view: 'all' };
  const blocks = groupsOf(sides).flatMap(({ names, answers }) =>
    answers.map((answer) => answerLines(names, answer, page)),
  );
  const sections = [
    [page.paint('strong', `${request.method} ${inertLine(request.url)} in ${inertLine(environment)}`)],
    ...blocks,
    paragraph(traceModel, 2, page, '* ').map((line) => page.paint('gutter', line)),
  ];
  return sections.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

export function traceJson({ environment, request, sides }: Trace): string {
  const { url, method, path } = request;
  return jsonText({
    format,
    environment,
    url,
    method,
    path,
    model: traceModel,
    sides: sides.map(({ side, answers }) => ({ side, answers: answers.map(answerTree) })),
  });
}

interface Group {
  readonly names: string;
  readonly answers: readonly TraceAnswer[];
}

/** Merges two equal sides; ids (live only) and places (desired only) are not differences. */
function groupsOf(sides: readonly TracedSide[]): readonly Group[] {
  const [first, second] = sides;
  const textOf = ({ answers }: TracedSide): string =>
    JSON.stringify(answers, (key, value: unknown) => (key === 'id' || key === 'origin' ? undefined : value));
  if (first !== undefined && second !== undefined && textOf(first) === textOf(second)) {
    return [{ names: `${first.side} and ${second.side}`, answers: first.answers }];
  }
  return sides.map(({ side, answers }) => ({ names: side, answers }));
}

function answerLines(names: string, answer: TraceAnswer, page: Page): readonly string[] {
  const { edge, isAssumed, because, servers, others } = answer;
  const forwards = withRepeats(answer.forwards);
  const where = edge === undefined ? '' : ` at ${inertLine(edge)}`;
  const served = servers.filter(({ doesAnswer }) => doesAnswer);
  const who =
    served.length === 0 ? '(not served)' : served.map(({ address }) => inertLine(address)).join(', ');
  const head = `${names}${where}${isAssumed ? ', if it has the host' : ''}: `;
  return [
    `${head}${page.paint(served.length === 0 ? 'warn' : 'strong', who)}`,
    ...paragraph(wayText(because), 4, page),
    ...(served.length > 1
      ? paragraph('they claim the very same: which of them answers is not documented', 4, page)
      : []),
    ...servers.flatMap((server) => serverLines(server, servers.length, page)),
    ...forwards.flatMap((forward) => forwardLines(forward, page)),
    ...otherLines(others, page),
  ];
}

/** Each endpoint is described once, at the first forward to it. */
function forwardLines({ server, ...forward }: ForwardRow, page: Page): readonly string[] {
  const { from, when } = forward;
  const to = server?.address;
  const words = `${from} ${forwardWords({ ...forward, ...(to === undefined ? {} : { to }) })}`;
  const [first = '', ...rest] = paragraph(words, 6, page, '    ');
  return [
    page.paint(forward.ends === undefined ? 'strong' : 'warn', first),
    ...rest,
    ...when.flatMap((expression) => paragraph(`if ${expression}`, 8, page, '      ')),
    ...(server === undefined || forward.isRepeated ? [] : serverLines(server, 1, page)),
  ];
}

function serverLines(server: TraceServer, count: number, page: Page): readonly string[] {
  const { address, id, origin, reason, doesAnswer, modules } = server;
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
  const width = Math.max(0, ...modules.map(({ module }) => module.length));
  return [
    ...(line === '' ? [] : paragraph(line, 4, page)),
    ...modules.flatMap(({ module, does, fact }) => {
      const role = does === 'guards' ? 'warn' : does === 'acts' ? 'info' : 'gutter';
      const name = module.padEnd(width);
      const [first = '', ...rest] = paragraph(effectText(fact), width + 8, page);
      return [`      ${page.paint(role, name)}  ${first.trimStart()}`, ...rest];
    }),
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

function answerTree({ edge, isAssumed, because, servers, forwards, others }: TraceAnswer): object {
  return {
    edge,
    is_assumed: isAssumed,
    because: wayText(because),
    servers: servers.map(serverTree),
    forwards:
      forwards.length === 0
        ? undefined
        : forwards.map(({ server, isCertain, ...forward }) => ({
            ...forward,
            is_certain: isCertain,
            server: server === undefined ? undefined : serverTree(server),
          })),
    others: others.map(({ address, reason }) => ({ address, reason: traceReasonText(reason) })),
  };
}

function serverTree({ doesAnswer, reason, modules, ...server }: TraceServer): object {
  return {
    ...server,
    reason: reason && traceReasonText(reason),
    modules: modules.map(({ fact, ...module }) => ({ ...module, text: effectText(fact) })),
    does_answer: doesAnswer,
  };
}

/** A forward with whether its target endpoint was described before. */
type ForwardRow = TraceForward & { readonly isRepeated: boolean };

function withRepeats(forwards: readonly TraceForward[]): readonly ForwardRow[] {
  const seen = new Set<string>();
  return forwards.map((forward) => {
    const to = forward.server?.address;
    const isRepeated = forward.ends === 'loop' || (to !== undefined && seen.has(to));
    if (to !== undefined) seen.add(to);
    return { ...forward, isRepeated };
  });
}

type ForwardFacts = Pick<ServedForward, 'url' | 'to' | 'isCertain' | 'ends'>;

/** `may forward to endpoint/shop`, with the reason if the trace ends there. */
function forwardWords(forward: ForwardFacts): string {
  const { url, to, ends } = forward;
  const where = to === undefined || url === undefined ? '' : ` at \`${url}\``;
  const unserved = ends === 'unserved' ? ', which no known endpoint serves' : '';
  return `${verbFor([forward])} to ${targetWords(forward)}${where}${unserved}${ends === 'loop' ? ': a loop' : ''}`;
}

/** All forwards in one phrase, each target once: `may forward to endpoint/api, endpoint/shop`. */
export function forwardsWords(forwards: readonly ForwardFacts[]): string {
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
