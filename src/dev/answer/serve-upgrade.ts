/** A connection that asks to become a WebSocket: decided like any request, then passed on as a whole. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DevServing } from '../dev-serving.ts';
import { reachedBy } from '../request/edge-request.ts';
import { clientHeaders, receivedHeaders } from './message-headers.ts';
import { localValues } from './local-names.ts';
import {
  missingUpstreamPage,
  outcomePage,
  rawAnswer,
  undecidedPage,
  type PlainAnswer,
} from './plain-answer.ts';
import { decidedText } from './access-line.ts';
import {
  askedUntilDecided,
  noteUnsent,
  openRequest,
  upstreamRequest,
  type ServedRequest,
} from './served-request.ts';

export async function serveUpgrade(
  dev: DevServing,
  request: IncomingMessage,
  { socket, head }: { readonly socket: Duplex; readonly head: Buffer },
): Promise<void> {
  const opened = openRequest(dev, request);
  if ('status' in opened) {
    socket.end(rawAnswer(opened));
    return;
  }
  const { edgeRequest, line, site } = opened;
  const refuse = (by: string, answer: PlainAnswer): void => {
    line.decide(by);
    line.end(answer.status, true);
    socket.end(rawAnswer(answer));
  };
  const verdict = await askedUntilDecided(opened, request);
  if ('problem' in verdict || verdict.type === 'undecided') {
    refuse('undecided', undecidedPage(opened));
    return;
  }
  const { outcome } = verdict;
  const name = reachedBy(outcome);
  const upstream = name === undefined ? undefined : site.upstreamOf(name);
  if (name === undefined) {
    refuse(decidedText(outcome), outcomePage(opened, outcome));
    return;
  }
  if (upstream === undefined) {
    refuse(`${name}, which has no --upstream`, missingUpstreamPage(opened, name, outcome));
    return;
  }
  noteUnsent(opened, outcome);
  if (outcome.events.some((event) => 'by' in event && event.by === 'websocket_tcp_converter'))
    line.note('not converted to TCP');
  const { target, path, headers } = upstreamRequest(opened, outcome, upstream.url);
  const { upgrade } = request.headers;
  try {
    await dev.proxy.upgrade(request, socket, {
      target,
      path,
      headers: { ...headers, connection: 'Upgrade', upgrade },
      head,
      answered: (answer) => answered(opened, answer, name),
    });
  } catch {
    edgeRequest.giveAnswer(name, 'offline');
    edgeRequest.settle(true);
    const asked = edgeRequest.ask('request').verdict;
    if (asked.type === 'decided' && !socket.destroyed)
      refuse(decidedText(asked.outcome), outcomePage(opened, asked.outcome));
    socket.destroy();
  }
}

/** The headers of the answer as the edge passes them on; what opens the connection stays. */
function answered(
  { edgeRequest, line, site, names }: ServedRequest,
  answer: IncomingMessage,
  name: string,
): void {
  const status = answer.statusCode ?? 101;
  const { connection, upgrade, 'transfer-encoding': encoding } = answer.headers;
  edgeRequest.giveAnswer(name, { status, headers: receivedHeaders(answer) });
  edgeRequest.settle(status >= 500);
  const { verdict } = edgeRequest.ask('response');
  line.decide(verdict.type === 'decided' ? decidedText(verdict.outcome) : 'undecided');
  line.end(status, true);
  if (verdict.type === 'undecided') return;
  const { known } = clientHeaders(verdict.outcome.response?.headers ?? new Map());
  const passed = known.map(([header, values]) => {
    const local = localValues(site, header, { values, names });
    return [header, local.length === 1 ? local[0] : [...local]] as const;
  });
  answer.headers = {
    ...Object.fromEntries(passed),
    ...Object.fromEntries(
      Object.entries({ connection, upgrade, 'transfer-encoding': encoding }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  };
}
