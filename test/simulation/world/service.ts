import { openObjects, type Objects, type State, type Stored } from '../../model/service/objects.ts';
import { failure, parsed, perform, type Answer, type Asked } from '../../model/service/operations.ts';
import { plainSwitches } from '../../model/service/switches.ts';
import type { Timeline } from './timeline.ts';

/** A write request, from its first byte on, and what became of it. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** The process that sent it. */
  readonly by: string;
  readonly sentAt: number;
  /** `under way`: it may still be carried out. */
  state: 'under way' | 'done' | 'refused' | 'lost';
  /** The object that it created. */
  id?: string;
}

/** The API as a state that requests change when they arrive, with all that ever happened to it. */
export interface Service {
  readonly objects: Objects;
  readonly requests: readonly Request[];
  readonly sent: (request: Omit<Request, 'state' | 'sentAt'>) => Request;
  /** Carries a write out. */
  readonly carryOut: (request: Request) => Answer;
  /** Answers a read with the state of so many milliseconds ago. */
  readonly read: (path: string, staleMs: number) => Answer;
  /** Makes an object that is not ours. */
  readonly addForeign: (object: Omit<Stored, 'id'>) => string;
  readonly removeForeign: (url: string) => void;
  readonly foreign: ReadonlyMap<string, Stored>;
  /** Called after each change. */
  readonly watch: { changed: (request: Request, before: State) => void };
}

export const origin = 'http://127.0.0.1:4040';

export function openService(time: Timeline, doubles: 'refused' | 'taken'): Service {
  const objects = openObjects();
  const requests: Request[] = [];
  const foreign = new Map<string, Stored>();
  const history: { readonly at: number; readonly state: State }[] = [];
  const watch: Service['watch'] = { changed: () => undefined };
  let ids = 0;
  const newId = (prefix: string): string => `${prefix}${String(++ids).padStart(27, '0')}`;
  const around = { switches: { ...plainSwitches, doubles }, origin, newId };
  const asked = (method: string, path: string, body: string, by: string): Asked => ({
    method,
    url: new URL(path, origin),
    body: parsed(body),
    by,
  });
  const remember = (): void => void history.push({ at: time.now(), state: objects.now() });
  remember();
  return {
    objects,
    requests,
    foreign,
    watch,
    sent: (about) => {
      const request: Request = { ...about, sentAt: time.now(), state: 'under way' };
      requests.push(request);
      return request;
    },
    carryOut: (request) => {
      const { method, path, body, by } = request;
      const before = objects.now();
      const answer = perform(asked(method, path, body, by), { ...around, objects });
      request.state = answer.status < 300 ? 'done' : 'refused';
      if (method === 'POST' && answer.status < 300) request.id = answer.body?.['id'] as string;
      if (request.state === 'done') {
        remember();
        watch.changed(request, before);
      }
      return answer;
    },
    read: (path, staleMs) => {
      const at = time.now() - staleMs;
      const state = history.findLast((each) => each.at <= at)?.state ?? history[0]!.state;
      const seen = { ...objects, seen: () => state };
      return perform(asked('GET', path, '', 'reader'), { ...around, objects: seen });
    },
    addForeign: (object) => {
      const id = newId(
        object.kind === 'endpoint' ? 'ep_' : object.kind === 'tls-edge' ? 'edgtls_' : 'edghtsrt_',
      );
      const stored = { ...object, id };
      objects.put('outside', 'POST', stored);
      foreign.set(id, stored);
      history.length = 0;
      remember();
      return id;
    },
    removeForeign: (url) => {
      for (const [id, { spec }] of foreign) {
        if (spec['url'] !== url) continue;
        objects.remove('outside', 'DELETE', id);
        foreign.delete(id);
        remember();
      }
    },
  };
}

export function refusal(status: number): Answer {
  return failure(status, 'not now');
}
