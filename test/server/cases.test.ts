import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { startServer, type ServerOptions } from '../../src/server/start-server.ts';
import { fillIn, matches } from './expectation.ts';

/** A conversation with a fresh server. */
interface Case {
  readonly name: string;
  readonly server?: Partial<Omit<ServerOptions, 'store'>>;
  readonly steps: readonly Step[];
}

interface Step {
  /** `POST /endpoints`. `<name>` stands for what an earlier step kept, `<url>` for the server's address. */
  readonly request: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The body as text, where it is to be wrong. */
  readonly text?: string;
  readonly status: number;
  /** Expected fields of the response: strings between slashes are patterns, other values must be equal. */
  readonly answer?: unknown;
  /** Top-level fields that it must not have. */
  readonly lacks?: readonly string[];
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** Names for values of the answer, by field. */
  readonly keep?: Readonly<Record<string, string>>;
}

const folder = new URL('cases/', import.meta.url);

for (const file of readdirSync(folder).sort()) {
  describe(file, () => {
    const cases = parse(readFileSync(new URL(file, folder), 'utf8')) as readonly Case[];
    it.each(cases)('$name', async ({ server: options, steps }) => {
      const server = await startServer({
        store: 'memory',
        now: () => new Date('2026-01-31T09:00:00.7Z'),
        ...options,
      });
      try {
        const kept = new Map([['url', server.url]]);
        for (const step of steps) await take(step, server.url, kept);
      } finally {
        await server.close();
      }
    });
  });
}

async function take(step: Step, url: string, kept: Map<string, string>): Promise<void> {
  const {
    request,
    headers = {},
    body,
    text,
    status,
    answer,
    lacks = [],
    answerHeaders = {},
    keep = {},
  } = step;
  const [method = '', path = ''] = fillIn(request, kept).split(' ');
  const content = text ?? (body === undefined ? undefined : JSON.stringify(fillIn(body, kept)));
  const response = await fetch(url + path, {
    method,
    headers,
    ...(content === undefined ? {} : { body: content }),
  });
  const answered = await response.text();
  const where = `${request} answered ${response.status} ${answered}`;
  expect(response.status, where).toBe(status);
  for (const [name, value] of Object.entries(answerHeaders)) {
    expect(matches(response.headers.get(name), value), `${name}: ${String(response.headers.get(name))}`).toBe(
      true,
    );
  }
  if (status === 204) expect(answered).toBe('');
  if (answer === undefined && lacks.length === 0 && Object.keys(keep).length === 0) return;
  // An answer without a body has nothing that a step may expect of it.
  expect(answered, where).not.toBe('');
  const parsed = JSON.parse(answered) as Record<string, unknown>;
  if (answer !== undefined) expect(matches(parsed, fillIn(answer, kept)), where).toBe(true);
  for (const name of lacks) expect(parsed, where).not.toHaveProperty([name]);
  for (const [name, field] of Object.entries(keep)) kept.set(name, String(parsed[field]));
}
