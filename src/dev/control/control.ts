/** The pages of `dev` itself, at `localhost` and nowhere else. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { devAboutPath } from '../../model/dev-contract.ts';
import { UserError } from '../../model/errors.ts';
import { readBody } from '../answer/read-body.ts';
import { answerPlain } from '../answer/plain-answer.ts';
import { returnUrl } from '../answer/ask-person.ts';
import { withLogin, type NewChoice, type PendingChoice } from '../checks/sessions.ts';
import type { DevServing } from '../dev-serving.ts';
import { controlRefusal } from './guard.ts';
import { pageHeaders, type DevPage } from './dev-page.ts';
import { factsOfForm, factsPage } from './facts-page.ts';
import { loginOf, loginPage } from './login-page.ts';
import { entryView, requestsPage } from './requests-page.ts';
import { startPage } from './start-page.ts';
import { savedTest, wayPage } from './way-page.ts';

export async function serveControl(
  dev: DevServing,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = controlRefusal(request, dev);
  if (refusal !== undefined) {
    answerPlain(request, response, { status: 403, title: 'refused', text: refusal });
    return;
  }
  const [, first = '', second = '', ...rest] = (request.url ?? '/').replace(/\?.*$/, '').split('/');
  if ((first === 'login' || first === 'facts') && rest.length === 0) {
    await serveChoice(dev, { request, response }, { about: first, token: second });
    return;
  }
  if (request.url === devAboutPath && isRead(request)) {
    answerJson(response, { environment: dev.site().environment });
    return;
  }
  const isStart = first === '' && isRead(request);
  const page = isStart ? startPage(dev, { hasToken: false }) : undefined;
  if (page !== undefined) answerPage(request, response, page);
  else if (first !== 't' || second !== dev.token || !servePrivate(dev, { request, response }, rest))
    answerPlain(request, response, {
      status: 404,
      title: 'not found',
      text: 'There is no such page. The terminal shows the addresses.',
    });
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The pages whose address holds the secret of this run; false if there is none with this path. */
function servePrivate(
  dev: DevServing,
  { request, response }: ControlMessages,
  [page = '', id]: readonly string[],
): boolean {
  const logged = page === 'requests' && id !== undefined ? dev.memory.log.get(Number(id)) : undefined;
  if (logged !== undefined && request.method === 'POST') {
    request.resume();
    answerText(response, ...saved(() => savedTest(dev, logged)));
  } else if (page === 'forget' && request.method === 'POST') {
    request.resume();
    dev.memory.sessions.end();
    response.writeHead(303, { location: `/t/${dev.token}/`, 'content-length': 0 });
    response.end();
  } else if (!isRead(request)) return false;
  else if (logged !== undefined) answerPage(request, response, wayPage(logged));
  else if (page === '') answerPage(request, response, startPage(dev, { hasToken: true }));
  else if (page === 'requests' && id === undefined) answerPage(request, response, requestsPage(dev));
  else if (page === 'events') sendEvents(dev, request, response);
  else return false;
  return true;
}

interface ControlMessages {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function answerPage(request: IncomingMessage, response: ServerResponse, page: DevPage): void {
  response.writeHead(200, {
    ...pageHeaders(page),
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(page.html),
  });
  response.end(request.method === 'HEAD' ? undefined : page.html);
}

/** No other origin reads it, and nothing keeps it. */
const privateHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...privateHeaders, 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}

function answerJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { ...privateHeaders, 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function saved(save: () => string): readonly [status: number, text: string] {
  try {
    return [200, save()];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [409, [error.message, ...(error.help === undefined ? [] : [error.help])].join('\n')];
  }
}

async function serveChoice(
  dev: DevServing,
  { request, response }: ControlMessages,
  { about, token }: { readonly about: PendingChoice['about']; readonly token: string },
): Promise<void> {
  const pending = dev.memory.sessions.pending(token);
  if (pending?.about !== about) {
    const text = 'This page has been used, or is from an earlier run. Open the page again that led to it.';
    answerPlain(request, response, { status: 404, title: 'no such choice', text });
    return;
  }
  if (request.method !== 'POST') {
    answerPage(request, response, choicePage(pending));
    return;
  }
  const body = await readBody(request);
  const form = new URLSearchParams(body?.toString('utf8') ?? '');
  const choice = choiceOf(dev, pending, form);
  if (typeof choice !== 'function') {
    answerPage(request, response, choice);
    return;
  }
  const chosen = dev.memory.sessions.choose(token, choice);
  response.writeHead(303, {
    location: chosen === undefined ? '/' : returnUrl(pending.origin, chosen.code),
    'referrer-policy': 'no-referrer',
    'content-length': 0,
  });
  response.end();
}

function choicePage(pending: PendingChoice): DevPage {
  return pending.about === 'login' ? loginPage(pending) : factsPage(pending);
}

/** The choice of a form, or the form again with what is wrong in it. */
function choiceOf(
  { readFacts }: DevServing,
  pending: PendingChoice,
  form: URLSearchParams,
): NewChoice | DevPage {
  if (pending.about === 'login') return withLogin(loginOf(pending, form));
  const facts = factsOfForm(pending, form, readFacts);
  if ('problem' in facts) return factsPage(pending, { form, problem: facts.problem });
  return (before) => ({ ...before, facts });
}

const heartbeatMs = 15_000;

/** Requests as they end, and whether the files have errors. */
function sendEvents(dev: DevServing, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { ...privateHeaders, 'content-type': 'text/event-stream' });
  const send = (event: string, data: unknown): void =>
    void response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  send('problem', dev.problem() ?? '');
  let problem = dev.problem();
  const unwatch = dev.memory.log.watch((logged) => send('request', entryView(dev, logged)));
  const timer = setInterval(() => {
    if (dev.problem() !== problem) send('problem', (problem = dev.problem()) ?? '');
  }, 250);
  const heart = setInterval(() => response.write(':\n\n'), heartbeatMs);
  response.on('close', () => {
    clearInterval(timer);
    clearInterval(heart);
    unwatch();
  });
}
