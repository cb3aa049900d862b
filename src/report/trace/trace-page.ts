/** The way of a request as a page: one box for each resource, from the request down to its response. No script. */
import type { GotFact } from '../../model/traffic/got.ts';
import type { RequestWay, TraceAnswer, TraceRequest, WayStep } from '../../model/traffic/trace.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { type Content, h, htmlText, itemList, prose } from '../page/html-content.ts';
import { htmlDocument } from '../page/html-document.ts';
import { pageStyle } from '../page/page-style.ts';
import { gotText, resultText } from '../tests/request-words.ts';
import { inertLine } from '../text/inert.ts';
import {
  answerHead,
  assumption,
  isShown,
  sideGroups,
  stepsByResource,
  type Trace,
  traceReasonText,
  wayText,
} from './trace-text.ts';
import { resultNotes, wayRow, type WayRow } from './way-text.ts';

const style = `
.traces{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:24px;align-items:start}
.way{list-style:none;margin:0;padding:0;max-width:640px}
.way>li{position:relative;background:var(--card);border:1px solid var(--rim);border-radius:10px;padding:10px 14px}
.way>li+li{margin-top:30px}
.way>li+li::before{content:"";position:absolute;left:28px;top:-30px;height:22px;border-left:2px solid var(--dim)}
.way>li+li::after{content:"";position:absolute;left:23px;top:-10px;border:6px solid transparent;border-top:8px solid var(--dim);border-bottom:0}
.way h3{margin:0;font-size:15px}
.way .role{display:block;font-size:12px;font-weight:400;color:var(--dim)}
.way>.start{border-style:dashed}
.way>.end{border-width:2px;font-weight:650}
.way .good,.badge.good{border-color:var(--add);background:var(--add-bg);color:var(--add)}
.way .bad,.badge.bad{border-color:var(--rem);background:var(--rem-bg);color:var(--rem)}
.way .asks,.badge.asks{border-color:var(--calm);background:var(--calm-bg);color:var(--calm)}
.way .open,.badge.open{border-color:var(--chg);background:var(--chg-bg);color:var(--chg)}
.end .role{color:inherit}
.end ul{font-weight:400;font-size:14px;margin-top:6px;color:var(--ink)}
.rows{margin:8px 0 0}
.rows>li{display:grid;grid-template-columns:24px minmax(0,1fr);gap:0 8px;padding:3px 0}
.rows>.in{margin-left:32px}
.icon{width:22px;height:22px;border-radius:50%;display:flex;align-items:center;justify-content:center;font-size:13px;font-weight:700;border:1.5px solid currentColor}
.on .icon{color:var(--add);background:var(--add-bg)}
.changes .icon{color:var(--calm);background:var(--calm-bg)}
.idle .icon{color:var(--dim);background:var(--none-bg)}
.stops .icon{color:var(--rem);background:var(--rem-bg)}
.asking .icon{color:var(--chg);background:var(--chg-bg);border-style:dashed}
.idle .name{color:var(--dim);font-weight:400}
.name{font-weight:600}
.line{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 7px}
.word,.more,.at{font-size:13px;color:var(--dim)}
@media (min-width:600px){.line .at{margin-left:auto}}
.more{display:block}
.way .more code,.way .reason code{font-size:12px}
.branch{display:block;width:fit-content;max-width:100%;margin:6px 0 4px;padding:2px 10px;border:1px dashed;border-radius:8px;font-size:14px}
.reason{font-size:13px;color:var(--dim);margin-top:2px}
.beside{margin-top:16px}
.beside summary{padding:10px 0}
.traces h2{display:flex;flex-wrap:wrap;gap:6px 12px;align-items:center}
.badge{max-width:100%;flex:0 1 auto}
.assumed{margin-top:28px;font-size:13px;color:var(--dim)}
`;

export function traceHtml(trace: Trace): string {
  const { environment, request, sides } = trace;
  const title = `${request.method} ${inertLine(request.url)}`;
  const head = h('header', {}, [
    h('h1', {}, title),
    h('p', 'provenance', `environment ${inertLine(environment)}`),
  ]);
  const traces = sideGroups(sides).flatMap(({ names, answers }) =>
    answers.map((answer, index) => answerSection(trace, { names, answer, id: `${names} ${index}` })),
  );
  return htmlDocument({
    title,
    style: `${pageStyle}\n${style.trim()}`,
    body: [
      htmlText(head),
      htmlText(h('main', {}, [h('div', 'traces', traces), h('p', 'assumed', inertLine(assumption))])),
    ],
  });
}

/** `given.login.email` and its value. */
function headersIn({ headers }: TraceRequest): readonly (readonly [name: string, value: string])[] {
  return [...headers].flatMap(([name, values]) => values.map((value) => [name, value] as const));
}

function factsIn(key: string, value: unknown): readonly (readonly [key: string, value: string])[] {
  if (!isJsonMap(value)) return [[key, typeof value === 'string' ? value : JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    factsIn(key === '' ? name : `${key}.${name}`, inner),
  );
}

const sideTitles: Readonly<Record<string, string>> = {
  desired: 'By the files',
  live: 'As it is live',
  'desired and live': 'By the files, and as it is live',
};

function answerSection(
  { request, given }: Trace,
  { names, answer, id }: { readonly names: string; readonly answer: TraceAnswer; readonly id: string },
): Content {
  const { edge, because, isAssumed, servers, others, way } = answer;
  const key = id.replaceAll(' ', '-');
  const { who } = answerHead(names, answer);
  const boxes = [
    h('li', 'start', [
      h('h3', {}, [role('request'), `${request.method} ${inertLine(request.url)}`]),
      h(
        'ul',
        'facts',
        [...headersIn(request), ...factsIn('', given)].map(([name, value]) =>
          h('li', {}, h('code', {}, inertLine(`${name}: ${value}`))),
        ),
      ),
    ]),
    h('li', {}, [
      h('h3', {}, [role(edge === undefined ? 'host' : 'edge'), inertLine(edge ?? hostOf(request.target))]),
      h('p', 'reason', [
        prose(inertLine(wayText(because))),
        isAssumed ? '; assumed that it has the host' : '',
      ]),
    ]),
    ...wayBoxes(answer),
    resultBox(way),
  ];
  return h('section', { 'aria-labelledby': key }, [
    h('h2', { id: key }, [
      `${sideTitles[names] ?? names}: ${who}`,
      h('span', `badge ${toneOf(way)}`, way.missing.length > 0 ? 'undecided' : inertLine(resultText(way))),
    ]),
    h('ol', 'way', boxes),
    ...(others.length === 0 || servers.length === 0 ? [] : [othersPart(others)]),
  ]);
}

function hostOf(target: Trace['request']['target']): string {
  return target.type === 'edge' ? `https-edge/${target.name}` : `${target.host}:${target.port}`;
}

function role(text: string): Content {
  return h('span', 'role', text);
}

/** A box for each resource that the request passes, and for the upstream. */
function wayBoxes({ servers, way }: TraceAnswer): readonly Content[] {
  const boxes: Content[] = [];
  let hasReached = false;
  for (const { address, steps } of stepsByResource(way.steps)) {
    let rows: WayStep[] = [];
    const end = (isFirst: boolean): void => {
      const server = servers.find((candidate) => candidate.address === address);
      const reason = isFirst && server?.reason !== undefined ? traceReasonText(server.reason) : '';
      if (address !== '' && (rows.length > 0 || isFirst))
        boxes.push(
          h('li', {}, [
            h('h3', {}, [role(hasReached ? 'response, through' : roleOf(address)), inertLine(address)]),
            ...(reason === '' ? [] : [h('p', 'reason', prose(inertLine(reason)))]),
            ...(rows.length === 0 ? [] : [h('ul', 'rows', rows.map(stepRow))]),
          ]),
        );
      rows = [];
    };
    for (const step of steps) {
      if (!isShown(step)) continue;
      if (step.code !== 'reached') {
        rows.push(step);
        continue;
      }
      end(true);
      hasReached = true;
      const { name, text } = wayRow(step);
      boxes.push(
        h('li', {}, [
          h('h3', {}, [role('upstream'), inertLine(name)]),
          ...(text === '' ? [] : [h('p', 'reason', inertLine(text))]),
        ]),
      );
    }
    end(!hasReached);
  }
  return boxes;
}

function roleOf(address: string): string {
  const [kind] = address.split('/');
  return kind === 'https-route' ? 'route' : kind === 'tls-edge' ? 'TLS edge' : 'endpoint';
}

const icons: Readonly<Record<WayRow['tone'], string>> = { on: '✓', idle: '–', end: '■', open: '?' };
const classes: Readonly<Record<WayRow['tone'], string>> = {
  on: 'on',
  idle: 'idle',
  end: 'stops',
  open: 'asking',
};

function stepRow(step: WayStep): Content {
  const row = wayRow(step);
  const isChange = step.code === 'changed';
  const icon = isChange ? '✎' : step.code === 'forwarded' ? '→' : icons[row.tone];
  const { otherwise = [], origin } = step;
  const text = step.code === 'undecided' ? row.text.replace(/; [^;]*$/, '') : row.text;
  return h('li', `${isChange ? 'changes' : classes[row.tone]}${row.isInRule ? ' in' : ''}`, [
    h('span', { class: 'icon', 'aria-hidden': 'true' }, icon),
    h('div', {}, [
      h('span', 'line', [
        h('span', 'word', row.word),
        h('span', 'name', inertLine(row.name)),
        ...(origin === undefined ? [] : [h('span', 'at', inertLine(`${origin.file}:${origin.line}`))]),
      ]),
      ...(text === '' ? [] : [h('span', 'more', prose(inertLine(text)))]),
      ...otherwise.map((got) =>
        h('span', `branch ${tones[got.code]}`, `otherwise: ${inertLine(gotText(got))}`),
      ),
    ]),
  ]);
}

function resultBox(way: RequestWay): Content {
  return h('li', `end ${toneOf(way)}`, [
    h('h3', {}, [role('result'), inertLine(resultText(way))]),
    itemList(
      {},
      resultNotes(way).map((line) => prose(inertLine(line))),
    ),
  ]);
}

function toneOf({ missing, results: [got] }: RequestWay): string {
  if (missing.length > 0 || got === undefined) return 'open';
  return tones[got.code];
}

const tones: Readonly<Record<GotFact['code'], string>> = {
  nothing: 'bad',
  unknown: 'open',
  closed: 'bad',
  login: 'asks',
  refused: 'bad',
  moved: 'asks',
  failed: 'bad',
  served: 'good',
};

function othersPart(others: TraceAnswer['others']): Content {
  const items = others.map(({ address, reason }) => [
    h('code', {}, inertLine(address)),
    ' ',
    prose(inertLine(traceReasonText(reason))),
  ]);
  return h('details', 'beside', [
    h('summary', {}, `${others.length} other${others.length === 1 ? '' : 's'} at the same place`),
    itemList({}, items),
  ]);
}
