import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openObjects, type Objects } from './objects.ts';
import { failure, parsed, perform, type Answer, type Asked } from './operations.ts';
import { plainSwitches, type Fault, type FaultRule, type Switches } from './switches.ts';

export interface Requested {
  readonly by: string;
  readonly method: string;
  readonly path: string;
  readonly status: number | 'lost';
  /** The whole body as received, to search it for values that must never be sent. */
  readonly text: string;
}

/** A second implementation of the API, written from api.md alone. */
export interface Service {
  readonly url: string;
  readonly objects: Objects;
  readonly requests: readonly Requested[];
  /** Sets the run that sends the following requests, and their faults. */
  readonly begin: (by: string, faults?: readonly FaultRule[]) => void;
  readonly switchTo: (switches: Partial<Switches>) => void;
  readonly newId: (prefix: string) => string;
  /** Carries out late writes now, and lets all reads see all writes. */
  readonly settle: () => void;
  readonly close: () => Promise<void>;
}

interface Late {
  left: number;
  readonly asked: Asked;
}

export async function openService(given: Partial<Switches> = {}): Promise<Service> {
  let switches: Switches = { ...plainSwitches, ...given };
  let by = 'outside';
  let rules: readonly FaultRule[] = [];
  let late: readonly Late[] = [];
  const counts = new Map<string, number>();
  const objects = openObjects();
  const requests: Requested[] = [];
  let ids = 0;
  const newId = (prefix: string): string => `${prefix}${String(++ids).padStart(27, '0')}`;
  const server = createServer((incoming, outgoing) => {
    // The clock of the tests is not that of the machine.
    outgoing.sendDate = false;
    void textOf(incoming).then((text) => answer(incoming, outgoing, text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const doIt = (asked: Asked): Answer => perform(asked, { objects, switches, origin, newId });

  const passTime = (): void => {
    objects.tick();
    for (const each of late) each.left--;
    for (const { asked } of late.filter(({ left }) => left <= 0)) doIt(asked);
    late = late.filter(({ left }) => left > 0);
  };

  const faultOf = (method: string): Fault | undefined => {
    const nth = (counts.get(method) ?? 0) + 1;
    counts.set(method, nth);
    return rules.find((rule) => rule.method === method && rule.nth === nth)?.fault;
  };

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse, text: string): void => {
    passTime();
    const method = incoming.method ?? '';
    const asked: Asked = { method, url: new URL(incoming.url ?? '/', origin), body: parsed(text), by };
    const fault = faultOf(method);
    const about = { by, method, path: asked.url.pathname, text };
    const lose = (): void => {
      requests.push({ ...about, status: 'lost' });
      incoming.socket.destroy();
    };
    switch (fault?.does) {
      case 'lose-before':
        lose();
        return;
      case 'lose-after':
        doIt(asked);
        lose();
        return;
      case 'late':
        late = [...late, { left: fault.requests, asked }];
        lose();
        return;
      case 'answer': {
        if (fault.done) doIt(asked);
        requests.push({ ...about, status: fault.status });
        const headers = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
        write(outgoing, failure(fault.status, 'not now'), headers);
        return;
      }
      case undefined: {
        const answered = doIt(asked);
        requests.push({ ...about, status: answered.status });
        write(outgoing, answered);
        return;
      }
    }
  };

  return {
    url: origin,
    objects,
    requests,
    newId,
    begin: (who, faults = []) => {
      by = who;
      rules = faults;
      counts.clear();
    },
    switchTo: (more) => {
      switches = { ...switches, ...more };
    },
    settle: () => {
      for (const { asked } of late) doIt(asked);
      late = [];
      objects.settle();
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function write(
  outgoing: ServerResponse,
  { status, body }: Answer,
  headers: Record<string, string> = {},
): void {
  outgoing.writeHead(status, {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  });
  outgoing.end(body === undefined ? '' : JSON.stringify(body));
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
