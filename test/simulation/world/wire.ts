import type { Dispatcher } from 'undici';
import type { Answer } from '../../model/service/operations.ts';
import { errno } from './disk.ts';
import type { ApiPoint, Fault } from './faults.ts';
import type { Machine } from './machine.ts';
import type { Process } from './process.ts';
import { refusal, type Request, type Service } from './service.ts';

/** What the scenario wants to know of the wire. */
export interface WireWatch {
  /** Before the first byte of a write. */
  readonly sending: (process: Process, request: Request) => void;
  /** The answer to a create has reached its process. */
  readonly created: (process: Process, request: Request, id: string) => void;
}

/** The network between one process and the service, in place of the sockets below the real client. */
export function wireOf(machine: Machine, service: Service, process: Process, watch: WireWatch): Dispatcher {
  const { random, time, faults } = machine;
  const dispatch = (
    { method, path, body }: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean => {
    const point = pointOf(method, path);
    machine.later(process, 1 + random.below(5), () => {
      const fault = faults.at(point);
      const isBefore = random.chance(0.4);
      if (fault === 'refuse') {
        machine.say(process.name, `connection refused for ${method} ${path}`);
        handler.onResponseError?.(controller, errno('ECONNREFUSED'));
        return;
      }
      if (isBefore && machine.strike(process, point, fault)) machine.later(process, 0, () => send(undefined));
      else send(fault);
    });
    const send = (fault: Fault | undefined): void => {
      handler.onRequestStart?.(controller, {});
      const isWrite = method !== 'GET';
      const text = typeof body === 'string' ? body : '';
      const request = isWrite ? service.sent({ method, path, body: text, by: process.name }) : undefined;
      process.sent.push({ method, path });
      if (request !== undefined) watch.sending(process, request);
      if (isWrite) machine.say(process.name, `${method} ${path} ${fault ?? ''}`);
      time.after(1 + random.below(100), () => arrive(fault, request));
    };
    const arrive = (fault: Fault | undefined, request: Request | undefined): void => {
      const answer = answerOf(fault, request);
      machine.strike(process, point, fault);
      const wait = answer === 'timeout' ? 30_000 : random.below(100);
      machine.later(process, wait, () => deliver(answer, request));
    };
    const carryOut = (request: Request | undefined): Answer =>
      request === undefined
        ? service.read(path, staleMs)
        : request.state === 'under way'
          ? service.carryOut(request)
          : refusal(500);
    let staleMs = 0;
    const notDone = (request: Request | undefined, status: number): Answer => {
      if (request !== undefined) request.state = 'refused';
      return refusal(status);
    };
    const lost = (): 'reset' | 'timeout' => (random.chance(0.8) ? 'reset' : 'timeout');
    const answerOf = (fault: Fault | undefined, request: Request | undefined): Delivery => {
      switch (fault) {
        case 'reject':
          return notDone(request, random.pick([400, 403, 409, 422]));
        case 'limit':
          return { ...notDone(request, 429), retryAfter: random.pick([undefined, '1', '20', '59', '300']) };
        case 'error':
          return notDone(request, random.pick([500, 502, 503, 408]));
        case 'error-done':
          carryOut(request);
          return refusal(random.pick([500, 503, 504]));
        case 'drop':
          if (request !== undefined) request.state = 'lost';
          return lost();
        case 'drop-done':
          carryOut(request);
          return lost();
        case 'late':
          time.after(random.below(45_000), () => {
            if (request === undefined) return;
            const { status } = carryOut(request);
            machine.say('service', `carries out ${method} ${path} of ${process.name} late: ${status}`);
          });
          return lost();
        case 'cut':
          return { ...carryOut(request), isCut: true };
        case 'no-id': {
          const { id: _, ...others } = carryOut(request).body ?? {};
          return { status: 201, body: others };
        }
        case 'wrong-id': {
          const answer = carryOut(request);
          // A lie can be noticed only if the object is known: the ledger forgets what was deleted.
          const told = machine.processes
            .flatMap(({ environment, received }) => (environment === process.environment ? received : []))
            .filter(({ id }) => service.objects.now().has(id));
          const other = told.find(({ id }) => id.slice(0, 6) === request?.id?.slice(0, 6))?.id;
          return other === undefined ? answer : { ...answer, body: { ...answer.body, id: other } };
        }
        case 'stale':
          staleMs = random.below(10_000);
          return carryOut(request);
        case 'fail':
        case 'kill':
        case 'power':
        case 'refuse':
        case 'second':
        case 'stop':
        case 'unlock':
        case undefined:
          return carryOut(request);
      }
    };
    const deliver = (delivery: Delivery, request: Request | undefined): void => {
      if (typeof delivery === 'string') {
        const code = delivery === 'reset' ? 'ECONNRESET' : 'UND_ERR_HEADERS_TIMEOUT';
        handler.onResponseError?.(controller, errno(code));
        return;
      }
      const { status, body, retryAfter, isCut = false } = delivery;
      const text = body === undefined ? '' : JSON.stringify(body);
      const id = body?.['id'];
      if (request?.id !== undefined && id === request.id && status === 201 && !isCut)
        watch.created(process, request, request.id);
      handler.onResponseStart?.(
        controller,
        status,
        retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      );
      handler.onResponseData?.(controller, Buffer.from(isCut ? text.slice(0, text.length >> 1) : text));
      if (isCut && random.chance(0.5)) handler.onResponseError?.(controller, errno('UND_ERR_SOCKET'));
      else handler.onResponseEnd?.(controller, {});
    };
    return true;
  };
  return {
    dispatch,
    destroy: () => Promise.resolve(),
    close: () => Promise.resolve(),
  } as unknown as Dispatcher;
}

type Delivery =
  | 'reset'
  | 'timeout'
  | (Answer & { readonly retryAfter?: string | undefined; readonly isCut?: boolean });

const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;

function pointOf(method: string, path: string): ApiPoint {
  switch (method) {
    case 'POST':
      return 'api create';
    case 'PATCH':
      return 'api update';
    case 'DELETE':
      return 'api delete';
    default:
      return /^\/(endpoints|edges\/tls)(\?|$)/.test(path) ? 'api list' : 'api get';
  }
}
