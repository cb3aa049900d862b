import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { kinds } from '../../kinds/index.ts';
import { loadTrafficTools } from '../../lint/domain/policy/load-traffic-tools.ts';
import type { Operation, Operations } from '../../kinds/kind.ts';
import { notFound } from './answer.ts';
import type { ApiRequest, CheckingContext, Checks, Context } from '../context.ts';
import { perform } from '../objects/operations.ts';
import { requestServer, type Gate } from './serve-request.ts';

export type App = Hono<{ Bindings: HttpBindings }>;

/** The eleven operations of the tables as routes; every other path or method returns 404. */
export function createApp(context: Context, gate: Gate, loadChecks: () => Promise<Checks>): App {
  const app: App = new Hono();
  const serve = requestServer(context, gate);
  const reading: CheckingContext = { ...context, checkBody: () => [], checkPolicy: () => undefined };
  let checks: Promise<Checks> | undefined;
  const contextFor = async (verb: keyof Operations, { body }: ApiRequest): Promise<CheckingContext> => {
    if (verb !== 'create' && verb !== 'update') return reading;
    const loaded = await (checks ??= loadChecks());
    // The tables of traffic policies are loaded with the first policy.
    await loadTrafficTools([body]);
    return { ...context, ...loaded };
  };
  for (const { name, operations } of Object.values(kinds)) {
    for (const [verb, { method, path }] of Object.entries(operations) as [keyof Operations, Operation][]) {
      app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), (http) =>
        // Hono would handle HEAD like GET.
        serve(http, async (request) =>
          http.req.method === 'HEAD'
            ? notFound
            : perform(name, verb, await contextFor(verb, request), request),
        ),
      );
    }
  }
  app.all('*', (http) => serve(http, () => notFound));
  return app;
}
