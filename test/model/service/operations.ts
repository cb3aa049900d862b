import { bodyProblem } from './check-body.ts';
import type { Objects, State, Stored } from './objects.ts';
import { readForm } from './read-form.ts';
import type { Switches } from './switches.ts';
import { kindShapes, type Kind } from './tables.ts';
import { isMap, type Json, type JsonMap, plainText } from './values.ts';

export interface Answer {
  readonly status: number;
  readonly body?: JsonMap;
}

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly body: Json | undefined;
  /** The run that sends the request, for the log. */
  readonly by: string;
}

export interface Around {
  readonly objects: Objects;
  readonly switches: Switches;
  readonly origin: string;
  readonly newId: (prefix: string) => string;
}

type Operation = (asked: Asked, around: Around, ids: readonly string[]) => Answer;

/** The eleven operations of section 4; anything else is a 404. */
const operations: readonly (readonly [method: string, path: RegExp, operation: Operation])[] = [
  ['POST', /^\/endpoints$/, create('endpoint', 'ep_')],
  ['GET', /^\/endpoints$/, list('endpoint', 'endpoints')],
  ['GET', /^\/endpoints\/([^/]+)$/, get('endpoint')],
  ['PATCH', /^\/endpoints\/([^/]+)$/, update('endpoint')],
  ['DELETE', /^\/endpoints\/([^/]+)$/, remove],
  ['POST', /^\/edges\/tls$/, create('tls-edge', 'edgtls_')],
  ['GET', /^\/edges\/tls$/, list('tls-edge', 'tls_edges')],
  ['GET', /^\/edges\/tls\/([^/]+)$/, get('tls-edge')],
  ['POST', /^\/edges\/https\/([^/]+)\/routes$/, create('https-route', 'edghtsrt_')],
  ['GET', /^\/edges\/https\/([^/]+)\/routes\/([^/]+)$/, get('https-route')],
  ['PATCH', /^\/edges\/https\/([^/]+)\/routes\/([^/]+)$/, update('https-route')],
];

export function perform(asked: Asked, around: Around): Answer {
  for (const [method, path, operation] of operations) {
    const found = path.exec(asked.url.pathname);
    if (method === asked.method && found !== null)
      return operation(asked, around, found.slice(1).map(decodeURIComponent));
  }
  return failure(404, 'no such operation');
}

function create(kind: Kind, prefix: string): Operation {
  return ({ body, by, method }, { objects, switches, origin, newId }, [edgeId]) => {
    const problem = bodyProblem(kind, body, { method: 'create', needsOidcSecret: switches.needsOidcSecret });
    if (problem !== undefined) return failure(400, problem);
    const parent = kind === 'https-route' && edgeId !== undefined ? { edgeId } : {};
    const object: Stored = {
      kind,
      id: newId(prefix),
      ...parent,
      ...(kind === 'endpoint' ? { type: 'cloud' as const } : {}),
      spec: kept(kind, body as JsonMap, switches),
    };
    const rival = rivalOf(object, objects.now(), switches);
    if (rival !== undefined)
      return failure(kind === 'endpoint' ? 409 : 400, `${rival.id} has the same selector`);
    objects.put(by, method, object, body as JsonMap);
    return { status: 201, body: readForm(object, origin, switches) };
  };
}

function get(kind: Kind): Operation {
  return (_asked, { objects, switches, origin }, ids) => {
    const object = objectOf(kind, ids, objects.seen(switches.lag));
    return object === undefined
      ? failure(404, 'not found')
      : { status: 200, body: readForm(object, origin, switches) };
  };
}

/** Lists objects, newest first; a full last page is followed by an empty one. */
function list(kind: Kind, name: string): Operation {
  return ({ url }, { objects, switches, origin }) => {
    const all = [...objects.seen(switches.lag).values()].filter((object) => object.kind === kind).reverse();
    const from = Number(url.searchParams.get('from') ?? 0);
    const page = all.slice(from, from + switches.pageSize);
    const next =
      page.length < switches.pageSize ? null : `${origin}${url.pathname}?from=${from + switches.pageSize}`;
    return {
      status: 200,
      body: {
        [name]: page.map((object) => readForm(object, origin, switches)),
        uri: origin + url.pathname,
        next_page_uri: next,
      },
    };
  };
}

/** 4.10: an absent module is kept, a given one replaced whole, and none can be removed. All or nothing. */
function update(kind: Kind): Operation {
  return ({ body, by, method }, { objects, switches, origin }, ids) => {
    const object = objectOf(kind, ids, objects.now());
    if (object === undefined) return failure(404, 'not found');
    if (kind === 'endpoint' && object.type !== 'cloud')
      return failure(400, 'only cloud endpoints can be updated');
    const problem = bodyProblem(kind, body, { method: 'update', needsOidcSecret: switches.needsOidcSecret });
    if (problem !== undefined) return failure(400, problem);
    const given = kept(kind, body as JsonMap, switches);
    const cleared = switches.absentInUpdate === 'cleared' ? withoutPlain(object) : object.spec;
    const next: Stored = { ...object, spec: { ...cleared, ...withoutNulls(given) } };
    const rival = rivalOf(next, objects.now(), switches);
    if (rival !== undefined)
      return failure(kind === 'endpoint' ? 409 : 400, `${rival.id} has the same selector`);
    objects.put(by, method, next, body as JsonMap);
    return { status: 200, body: readForm(next, origin, switches) };
  };
}

function remove({ by, method }: Asked, { objects }: Around, ids: readonly string[]): Answer {
  const object = objectOf('endpoint', ids, objects.now());
  if (object === undefined) return failure(404, 'not found');
  if (object.type !== 'cloud') return failure(400, 'only cloud endpoints can be deleted');
  objects.remove(by, method, object.id);
  return { status: 204 };
}

function objectOf(kind: Kind, ids: readonly string[], state: State): Stored | undefined {
  const object = state.get(ids.at(-1) ?? '');
  return object?.kind === kind && (ids.length === 1 || object.edgeId === ids[0]) ? object : undefined;
}

function kept(kind: Kind, body: JsonMap, { drops }: Switches): JsonMap {
  const { create: plain, modules } = kindShapes[kind];
  const known = new Set([...Object.keys(plain), ...modules]);
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => known.has(name) && !drops.includes(name)),
  );
}

/** The body without nulls, which change nothing: an update cannot remove a module. */
function withoutNulls(body: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function withoutPlain({ kind, spec }: Stored): JsonMap {
  const never = ['url', 'match', 'match_type', 'type'];
  const plain = Object.keys(kindShapes[kind].create).filter((name) => !never.includes(name));
  return Object.fromEntries(Object.entries(spec).filter(([name]) => !plain.includes(name)));
}

/** An existing object with the same identity, because of which the service refuses the second one. */
function rivalOf(object: Stored, state: State, { doubles }: Switches): Stored | undefined {
  if (object.kind === 'https-route' && doubles === 'taken') return undefined;
  return [...state.values()].find(
    (other) => other.id !== object.id && selectorOf(other) === selectorOf(object),
  );
}

function selectorOf({ kind, id, edgeId, spec }: Stored): string {
  if (kind === 'tls-edge') return id;
  if (kind === 'https-route')
    return [edgeId, plainText(spec['match_type']), plainText(spec['match'])].join(' ');
  const { protocol, hostname, port } = new URL(plainText(spec['url']));
  const usual = protocol === 'https:' || protocol === 'tls:' ? '443' : '80';
  return `${protocol}${hostname.toLowerCase()}:${port === '' ? usual : port}`;
}

export function failure(status: number, message: string): Answer {
  const body = {
    error_code: `ERR_${status}`,
    status_code: status,
    msg: message,
    details: { operation_id: 'op_1' },
  };
  return { status, body };
}

export function parsed(text: string): Json | undefined {
  if (text === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isMap(value) ? value : null;
  } catch {
    return null;
  }
}
