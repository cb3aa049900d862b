/** Answers of `dev` itself: a page for a browser, lines for everything else. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { devFileName, devHeaders } from '../../model/dev-contract.ts';
import type { SimulatedOutcome } from '../../model/traffic/simulation.ts';
import { nearUrl } from '../../routing/traffic/near-url.ts';
import { h, htmlText, type Content } from '../../report/page/html-content.ts';
import { gotText, resultsText } from '../../report/tests/request-words.ts';
import { isUnknownValue, type Unknown } from '../../model/traffic/unknown.ts';
import { unknownText } from '../../report/tests/unknown-words.ts';
import { gotOf } from '../../model/traffic/got.ts';
import type { LocalUpstream } from '../dev-site.ts';
import { devPage, pageHeaders } from '../control/dev-page.ts';
import { factKey, nestedFact } from '../request/fact-keys.ts';
import type { ServedRequest } from './served-request.ts';

export interface PlainAnswer {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** Lines of code below the text, under headings of their own. */
  readonly parts?: readonly { readonly name: string; readonly lines: readonly string[] }[];
  readonly headers?: OutgoingHttpHeaders;
  /** A page on which a person goes on; on pages alone. */
  readonly link?: { readonly href: string; readonly text: string };
}

/** Whether the client is one that shows pages. */
export function acceptsPage({ headers }: IncomingMessage): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '');
}

export function answerPlain(request: IncomingMessage, response: ServerResponse, answer: PlainAnswer): void {
  // The rest of a body that is not read would keep the connection busy.
  if (!request.complete) {
    request.resume();
    response.setHeader('connection', 'close');
  }
  const { status, headers = {} } = answer;
  const isPage = acceptsPage(request);
  const page = isPage ? pageOf(answer) : undefined;
  const body = page?.html ?? textOf(answer);
  response.writeHead(status, {
    ...headers,
    ...(page === undefined ? {} : pageHeaders(page)),
    'content-type': `text/${isPage ? 'html' : 'plain'}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'edgewright-dev': answer.title,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The same as the raw text of a response, for a connection that asked to be upgraded. */
export function rawAnswer(answer: PlainAnswer): string {
  const body = textOf(answer);
  const head = [
    `HTTP/1.1 ${answer.status} Refused`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `edgewright-dev: ${answer.title}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function textOf({ text, parts = [] }: PlainAnswer): string {
  const more = parts.flatMap(({ name, lines }) => ['', `${name}:`, ...lines.map((line) => `  ${line}`)]);
  return `${[`edgewright dev: ${text}`, ...more].join('\n')}\n`;
}

function pageOf({ title, text, parts = [], link }: PlainAnswer) {
  const content: readonly Content[] = [
    h('header', {}, [h('h1', {}, title)]),
    h('main', {}, [
      h('p', 'said', text),
      ...(link === undefined ? [] : [h('p', 'next', h('a', { href: link.href }, link.text))]),
      ...parts.flatMap(({ name, lines }) => [h('h2', {}, name), h('pre', {}, lines.join('\n'))]),
    ]),
  ];
  return devPage({ title, body: [htmlText(content)] });
}

/** The facts without which a request is not decided, each once. */
export function missingFacts({ edgeRequest }: Pick<ServedRequest, 'edgeRequest'>): readonly Unknown[] {
  const all = edgeRequest.trace().flatMap(({ way }) => way.missing);
  return [...new Map(all.map((unknown) => [unknownText(unknown), unknown])).values()];
}

/** The facts without which a request is not decided, and how to give them. */
export function undecidedPage({ site, edgeRequest }: ServedRequest): PlainAnswer {
  const missing = missingFacts({ edgeRequest });
  const results = [...new Set(edgeRequest.trace().flatMap(({ way }) => way.results.map(gotText)))];
  const help = missing.flatMap((unknown) => givingLine(unknown) ?? []);
  return {
    status: 501,
    title: 'undecided',
    text: 'The result depends on facts that neither the files nor the request show.',
    parts: [
      { name: 'Possible', lines: results.map(site.clean) },
      { name: 'Missing', lines: missing.map(unknownText).map(site.clean) },
      ...(help.length === 0
        ? []
        : [{ name: 'To give it', lines: [...help, `or under \`given:\` in ${devFileName}`] }]),
    ],
  };
}

function givingLine({ give, of }: Unknown): string | undefined {
  if (give === undefined) return undefined;
  if (give === 'given.edge')
    return `name the edge of the host under \`hosts:\` in ${devFileName}, or with --host`;
  const key = factKey(give === 'given.ip_policies' ? `${give}.${of}` : give);
  if (key === undefined) return `send it: \`${give}\``;
  // Facts of `given` are beside `from`.
  const path = key.path[0] === 'given' ? key.path.slice(1) : key.path;
  return `curl -H '${devHeaders.given}: ${nestedFact(path, key.sample)}' …`;
}

/** The request that an upstream would get. */
export function missingUpstreamPage(
  { site, edgeRequest }: ServedRequest,
  name: string,
  { request }: SimulatedOutcome,
): PlainAnswer {
  const { method } = edgeRequest.facts();
  const url = request === undefined || isUnknownValue(request.url) ? '(not known)' : request.url;
  const headers = [...(request?.headers ?? [])].flatMap(([header, values]) =>
    values.map((value) => `${header}: ${shownValue(header, value, site.clean)}`),
  );
  return {
    status: 502,
    title: 'no upstream',
    text: `${name} would have been reached, and no server on this machine is named for it.`,
    parts: [
      { name: 'Request', lines: [site.clean(`${method} ${url}`), ...headers] },
      {
        name: 'To reach it',
        lines: [
          `edgewright dev --upstream ${name}=http://localhost:3000`,
          `or under \`upstreams:\` in ${devFileName}`,
        ],
      },
    ],
  };
}

/** Headers whose values are credentials of a client. */
const credentials: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'set-cookie',
]);

export function shownValue(name: string, value: unknown, clean: (text: string) => string): string {
  if (typeof value !== 'string') return '(not known)';
  return credentials.has(name) ? '(not shown)' : clean(value);
}

/** An error of the edge itself, which has no body of its own. */
export function outcomePage({ site, edgeRequest }: ServedRequest, outcome: SimulatedOutcome): PlainAnswer {
  const { status, decidedAt } = outcome;
  const origin = decidedAt === undefined ? undefined : site.originOf(decidedAt);
  const { url } = edgeRequest.facts();
  const isKnown = typeof status === 'number';
  const upstream = silentUpstream(site, outcome);
  const near = outcome.servedBy === undefined ? nearUrl(url, [site.side]) : undefined;
  return {
    status: isKnown ? status : assumedStatus(outcome),
    title: outcome.servedBy === undefined ? 'not served' : isKnown ? `${status}` : 'error of the edge',
    text: site.clean(
      outcome.servedBy === undefined ? `nothing serves ${url}` : resultsText([gotOf(outcome)]),
    ),
    parts: [
      ...(upstream === undefined
        ? []
        : [{ name: 'No answer', lines: [`${upstream.name} at ${upstream.url.origin}: is it running?`] }]),
      ...(near === undefined ? [] : [{ name: 'Near it', lines: [near] }]),
      ...(origin === undefined ? [] : [{ name: 'Decided at', lines: [`${origin.file}:${origin.line}`] }]),
      ...(isKnown
        ? []
        : [
            { name: 'Not known', lines: ['the status: no documentation names it; set `given.error_status`'] },
          ]),
    ],
  };
}

/** The server here that does not answer, if that is what decided. */
export function silentUpstream(
  site: ServedRequest['site'],
  { events }: SimulatedOutcome,
): LocalUpstream | undefined {
  const offline = events.findLast((event) => event.code === 'reached' && event.status === 'offline');
  return offline?.code === 'reached' ? site.upstreamOf(offline.upstream) : undefined;
}

/** Something for a client to go on with, where no documentation says which status it gets. */
function assumedStatus({ servedBy, refusedBy, events }: SimulatedOutcome): number {
  if (servedBy === undefined) return 404;
  if (refusedBy !== undefined) return 403;
  return events.some((event) => event.code === 'reached') ? 502 : 500;
}
