/** A service that hides known secrets anywhere in an object: the local API behind a proxy. */
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../../src/model/value.ts';
import { echoOf, type SecretEcho } from '../../src/server/objects/secret-echo.ts';

export interface Hiding {
  readonly secrets: readonly string[];
  readonly how: SecretEcho;
  /** `whole`: a string that contains a secret is hidden whole; `within`: only the secret in it. */
  readonly extent: 'whole' | 'within';
}

export async function openDoor(
  target: string,
  hiding: Hiding,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const door = createServer((incoming, outgoing) => {
    // The clock of the tests is not that of the machine.
    outgoing.sendDate = false;
    const { method, url, headers } = incoming;
    const { hostname, port } = new URL(target);
    const onward = request({ host: hostname, port, method, path: url, headers }, (answered) => {
      void textOf(answered).then((text) => {
        const shown = text === '' ? '' : JSON.stringify(hidden(JSON.parse(text) as Json, hiding));
        outgoing.writeHead(answered.statusCode ?? 502, { 'content-type': 'application/json' }).end(shown);
      });
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        door.closeAllConnections();
        door.close(() => resolve());
      }),
  };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const gone = Symbol('gone');

function hidden(value: Json, hiding: Hiding): Json {
  const now = hiddenValue(value, '', hiding);
  return now === gone ? null : now;
}

function hiddenValue(value: Json, name: string, hiding: Hiding): Json | typeof gone {
  if (typeof value === 'string') return hiddenText(value, name, hiding);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => hidden(item, hiding));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, Json][] => {
      const now = hiddenValue(item, key, hiding);
      return now === gone ? [] : [[key, now]];
    }),
  );
}

/** Strings that are never returned as null, absent or empty: a missing policy or header would be a loss. */
const isText = /^(?:traffic_policy|value)$/;

function hiddenText(text: string, name: string, { secrets, how, extent }: Hiding): Json | typeof gone {
  const secret = secrets.find((each) => text.includes(each));
  if (secret === undefined) return text;
  const isField = text === secret && name.endsWith('secret');
  const isNothing = how === 'null' || how === 'absent' || how === 'empty';
  if (isNothing && (isText.test(name) || (!isField && how === 'absent'))) return text;
  if (isField || extent === 'whole' || isNothing) {
    const shown = echoOf(text, how);
    return shown === undefined ? gone : shown;
  }
  return text.replaceAll(secret, JSON.stringify(echoOf(secret, how)).slice(1, -1));
}
