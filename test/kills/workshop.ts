/** A workspace with a ledger, and the built-in mock API as a process of its own behind a door. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { executable } from '../bundle/shipped.ts';
import { declaredText, edgeOf, type Declared } from './declared.ts';
import { openDoor, type Door } from './door.ts';
import { runHere, runProcess, type Said, type Where } from './program.ts';
import type { StorePlace } from './stores.ts';

export interface Workshop {
  /** The port of the API itself. */
  readonly port: number;
  readonly door: Door;
  readonly where: Where;
  readonly declare: (declared: Declared) => void;
  /** A run of the shipped program to its end. */
  readonly run: (words: string) => Promise<Said>;
  readonly close: () => Promise<void>;
}

export async function openWorkshop(place: StorePlace, environments = ['production']): Promise<Workshop> {
  const { root, data, settings } = place;
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  write('edgewright.yaml', `version: 1\nledger: { ${settings}, lineage: ${randomUUID()} }\n`);
  for (const name of environments)
    write(
      `environments/${name}.yaml`,
      `ids: { https-edge/main: ${edgeOf(name)} }\nvars: { domain: ${name}.example.com }\n`,
    );
  mkdirSync(data);
  writeFileSync(path.join(data, 'fixture.yaml'), `https_edges: [${environments.map(edgeOf).join(', ')}]\n`);
  const api = await startApi(data);
  const ahead = { ms: 0 };
  const door = await openDoor(api.port, ahead);
  const where = { cwd: root, env: { ...place.env, EDGEWRIGHT_API_URL: door.url } };
  return {
    port: api.port,
    door,
    where,
    declare: (declared) => write('resources/all.yaml', declaredText(declared)),
    run: (words) => {
      // What a killed run sent has arrived by then: the door says so.
      ahead.ms += 61_000;
      // A process that ends closes its connections; `main` leaves that to it.
      const run = settings.includes('postgres') ? runProcess : runHere;
      return run(where, words.split(' '), ahead);
    },
    close: async () => {
      await door.close();
      await api.stop();
      place.close();
    },
  };
}

async function startApi(data: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const words = ['serve', '--port', '0', '--data', path.join(data, 'state'), '--latency', '8ms'];
  const child = spawn(
    process.execPath,
    [executable, ...words, '--fixture', path.join(data, 'fixture.yaml')],
    { env: { PATH: process.env['PATH'], HOME: data }, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const port = /:(\d+)/.exec(line.toString())?.[1];
  if (port === undefined) throw new Error(`the API did not start: ${line.toString()}`);
  return {
    port: Number(port),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
