import { existsSync, readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parse } from 'yaml';
import type { KindName } from '../../src/kinds/kind.ts';
import type { LedgerState } from '../../src/model/ledger/ledger.ts';
import type { JsonObject } from '../../src/model/value.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import type { ApiSetting, Outside, ScriptedAnswer } from './scenario.ts';

export interface StageApi {
  readonly url: string;
  /** Sets the scripted responses from now on; with none, the local API answers every request. */
  readonly answerWith: (answers: readonly ScriptedAnswer[]) => void;
  /** Responses tell this time from now on; before, they tell none. */
  readonly tellTime: (now: (() => Date) | undefined) => void;
  /** Holds the next create back from the moment at which it has arrived until it is let go. */
  readonly holdCreate: () => { readonly arrived: Promise<unknown>; readonly letGo: () => void };
  /** The `on` of the scripted responses that no request matched. */
  readonly unasked: () => readonly string[];
  /** What the local API was asked. */
  readonly requests: RunningServer['requests'];
  readonly outside: LocalOutside;
  /** Applies an outside change; returns the id of an added object. */
  readonly changeOutside: (outside: Outside) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

/** The local API behind a proxy that can send scripted responses. Ids are seeded, so that change ids are stable. */
export async function openStageApi(
  folder: string,
  { token, fixture, secrets, patchReplaces }: ApiSetting,
): Promise<StageApi> {
  const server = await startServer({
    store: 'memory',
    ids: 'seeded',
    secrets: secrets ?? 'clear',
    absentInUpdate: patchReplaces === true ? 'reset' : 'kept',
    ...(token === undefined ? {} : { token }),
    ...(fixture === undefined ? {} : { fixture: parse(readFileSync(path.join(folder, fixture), 'utf8')) }),
  });
  let now: (() => Date) | undefined;
  let hold: ((go: () => void) => void) | undefined;
  let script: { answer: ScriptedAnswer; left: number; isAsked: boolean }[] = [];
  const door = createServer((incoming, outgoing) => {
    // The clock of the tests is not that of the machine.
    outgoing.sendDate = false;
    if (now !== undefined) outgoing.setHeader('date', now().toUTCString());
    const asked = `${incoming.method} ${incoming.url}`;
    const entry = script.find(({ answer, left }) => left > 0 && fits(answer.on, asked));
    if (entry !== undefined) Object.assign(entry, { left: entry.left - 1, isAsked: true });
    if (hold !== undefined && incoming.method === 'POST') {
      hold(() => forward(server.port, incoming, outgoing, false));
      hold = undefined;
    } else if (entry?.answer.cut === 'before') incoming.socket.destroy();
    else if (entry === undefined || entry.answer.cut === 'after')
      forward(server.port, incoming, outgoing, entry !== undefined);
    else answer(entry.answer, incoming, outgoing);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    answerWith: (answers) => {
      script = answers.map((each) => ({ answer: each, left: each.times ?? Infinity, isAsked: false }));
    },
    tellTime: (time) => {
      now = time;
    },
    holdCreate: () => {
      let letGo = (): void => undefined;
      const arrived = new Promise<void>((resolve) => {
        hold = (go) => {
          letGo = go;
          resolve();
        };
      });
      return { arrived, letGo: () => letGo() };
    },
    unasked: () => script.filter(({ isAsked }) => !isAsked).map(({ answer: { on } }) => on),
    requests: server.requests,
    outside: server.outside,
    changeOutside: (outside) => changeOutside(folder, server.outside, outside),
    close: async () => {
      door.closeAllConnections();
      await new Promise((resolve) => door.close(resolve));
      await server.close();
    },
  };
}

function fits(on: string, asked: string): boolean {
  const pattern = on.split('*').map((part) => part.replaceAll(/[.?+()[\]{}|\\^$]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(asked);
}

function answer(
  { status = 200, headers = {}, body }: ScriptedAnswer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  incoming.resume().on('end', () => {
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    outgoing.end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
  });
}

function forward(
  port: number,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isAnswerLost: boolean,
): void {
  const { method, url, headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answered) => {
    if (isAnswerLost) {
      answered.resume().on('end', () => incoming.socket.destroy());
      return;
    }
    outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(outgoing);
  });
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
}

type LocalOutside = RunningServer['outside'];

async function changeOutside(
  folder: string,
  local: LocalOutside,
  outside: Outside,
): Promise<string | undefined> {
  if ('add' in outside) return local.add(outside.add as KindName, outside.spec as JsonObject);
  const { kind, id } = entryOf(folder, outside.address);
  if ('remove' in outside) await local.remove(kind, id);
  else await local.change(kind, id, outside.change as JsonObject);
  return undefined;
}

/** The kind and id of an address, from the ledger of the only environment with one. */
function entryOf(folder: string, address: string): { kind: KindName; id: string } {
  const files = ['production', 'staging'].map((name) =>
    path.join(folder, '.edgewright', name, 'ledger.json'),
  );
  const text = readFileSync(files.find((file) => existsSync(file)) ?? '', 'utf8');
  const { resources, orphans } = JSON.parse(text) as LedgerState;
  const entry = resources[address as Address] ?? orphans[address as Address];
  if (entry === undefined) throw new Error(`the ledger does not know ${address}`);
  return entry;
}
