/** The last requests, live. */
import { h, htmlText, type Content } from '../../report/page/html-content.ts';
import { inertLine } from '../../report/text/inert.ts';
import type { DevServing } from '../dev-serving.ts';
import { devPage, type DevPage } from './dev-page.ts';
import type { LoggedRequest } from './request-log.ts';

/** The script of the page, bundled from `client/`. */
declare const edgewrightDevScript: string;

/** A request as a row of the page. */
export interface EntryView {
  readonly id: number;
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly decided: string;
  readonly milliseconds: number;
  readonly tone: 'good' | 'bad' | 'asks';
  readonly href: string;
}

export function entryView({ token }: DevServing, logged: LoggedRequest): EntryView {
  const { id, status, method, url, decided, milliseconds } = logged;
  const tone = status >= 400 ? 'bad' : status >= 300 ? 'asks' : 'good';
  return {
    id,
    status,
    method,
    url: inertLine(url),
    decided: inertLine(decided),
    milliseconds,
    tone,
    href: `/t/${token}/requests/${id}`,
  };
}

export function requestsPage(dev: DevServing): DevPage {
  const site = dev.site();
  const title = `Requests to ${site.environment}`;
  const rows = dev.memory.log
    .all()
    .toReversed()
    .map((logged) => requestRow(entryView(dev, logged)));
  const content: readonly Content[] = [
    h('header', {}, [h('h1', {}, title), h('nav', {}, [h('a', { href: `/t/${dev.token}/` }, 'All URLs')])]),
    h('main', {}, [
      h('p', { class: 'problem', role: 'status' }, dev.problem() ?? ''),
      h('p', { class: 'dim', id: 'state' }, 'The last 100 requests; new ones appear by themselves.'),
      h('h2', {}, 'Last requests'),
      h('ul', { class: 'requests', 'data-token': dev.token, 'aria-live': 'polite' }, ...rows),
    ]),
  ];
  return devPage({
    title,
    body: [htmlText(content)],
    script: edgewrightDevScript,
    allow: { 'connect-src': "'self'" },
  });
}

function requestRow({ id, status, method, url, decided, milliseconds, tone, href }: EntryView): Content {
  return h('li', { 'data-id': id }, [
    h('span', `status ${tone}`, String(status)),
    h('span', 'what', h('a', { href }, h('code', {}, `${method} ${url}`))),
    h('span', 'by', decided),
    h('span', 'by', `${milliseconds} ms`),
    h('button', { type: 'button', 'data-save': href }, 'Save as test'),
  ]);
}
