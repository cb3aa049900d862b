import { valueAt } from '../../derive/forms/tree.ts';
import { listenerAt } from '../../derive/forms/listener-url.ts';
import { fieldsOf } from '../../derive/forms/fields.ts';
import { mayCoexist } from '../../derive/forms/identity.ts';
import { validateBody } from '../../derive/schema/validate.ts';
import type { Fields, TextField, WriteOperation } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { idPattern } from '../../kinds/references.ts';
import type { JsonObject, Path } from '../../model/value.ts';
import type { ApiRequest, CheckingContext, Context } from '../context.ts';
import { notFound, refusal, type Answer } from '../http/answer.ts';
import { specOfCreate, specOfUpdate } from './stored-spec.ts';
import { listPage } from './page-of-list.ts';
import { readObject } from './stored-read-form.ts';
import { isKnown, referenceProblems } from './check-references.ts';
import { claimants, isManageable, type State, type StoredObject } from '../state/server-state.ts';
import { parsedJson, isJsonMap } from '../../text/json/json-access.ts';
import { parseJsonPointer } from '../../text/pointer.ts';
import { codeList } from '../../text/words/list-words.ts';
import type { Operations } from '../../kinds/operation.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { dotted } from '../../text/dotted-path.ts';
import { sentenceOf, type Problem } from './body-problem.ts';

const words: Readonly<Record<KindName, { readonly message: string; readonly idName: string }>> = {
  endpoint: {
    message: 'another endpoint has this url; both must have `pooling_enabled` and the same `bindings`',
    idName: 'endpoint_id',
  },
  'https-route': { message: 'another route of this edge has this `match`', idName: 'route_id' },
  'tls-edge': { message: 'another TLS edge has one of these `hostports`', idName: 'edge_id' },
};

/** Performs one of the eleven operations. A change is committed to the store, but not yet durable, on return. */
export function perform(
  { kind, operation }: { readonly kind: KindName; readonly operation: keyof Operations },
  context: CheckingContext,
  request: ApiRequest,
): Answer {
  const { list } = kinds[kind].operations;
  if (operation === 'list' && list !== undefined) return listPage({ kind, list }, context, request);
  const [stranger] = request.query;
  if (stranger !== undefined) return refusal(400, `there is no query parameter \`${stranger[0]}\``);
  if (operation === 'create') return create(kind, context, request);
  const stored = find(kind, context, request);
  if (stored === undefined) return notFound;
  switch (operation) {
    case 'get':
    case 'list':
      return { status: 200, body: read(stored, context, request) };
    case 'update':
      return update(stored, context, request);
    case 'delete':
      return remove(stored, context, request);
  }
}

function create(kind: KindName, context: CheckingContext, request: ApiRequest): Answer {
  const { idPrefix, operations, parent } = kinds[kind];
  const { edge_id } = request.ids;
  if (parent !== undefined && !isKnown(context.references, parent.kind, edge_id ?? '')) return notFound;
  const checked = checkedSpec({ kind, operation: 'create', toSpec: specOfCreate }, context, request);
  if ('status' in checked) return checked;
  const now = context.now();
  const serial = context.store.state.lastSerial + 1;
  const created: StoredObject = {
    kind,
    id: context.newId(idPrefix, serial),
    serial,
    created_at: now,
    updated_at: now,
    ...withoutUndefined({ edge_id }),
    spec: checked.spec,
  };
  return save({ object: created, status: operations.create.success }, context, request);
}

function update(stored: StoredObject, context: CheckingContext, request: ApiRequest): Answer {
  const { kind } = stored;
  const { absentInUpdate } = context.behaviour;
  const toSpec = (body: JsonObject): JsonObject =>
    specOfUpdate(kinds[kind].fields, stored.spec, body, absentInUpdate);
  const checked = checkedSpec({ kind, operation: 'update', toSpec }, context, request);
  if ('status' in checked) return checked;
  if (!isManageable(stored)) return refusal(400, 'only cloud endpoints can be updated');
  return save(
    { object: { ...stored, spec: checked.spec, updated_at: context.now() }, status: 200 },
    context,
    request,
  );
}

function remove(stored: StoredObject, { store }: Context, request: ApiRequest): Answer {
  const parsed = parseBody(request);
  if ('problem' in parsed) return refusal(400, parsed.problem);
  const [name] = Object.keys(parsed.value);
  if (name !== undefined) return refusal(400, `the body has an unknown key \`${name}\``);
  if (!isManageable(stored)) return refusal(400, 'only cloud endpoints can be deleted');
  const { kind, id, serial } = stored;
  store.commit([{ drop: { kind, id, serial } }]);
  return { status: 204 };
}

function save(
  { object, status }: { readonly object: StoredObject; readonly status: number },
  context: Context,
  request: ApiRequest,
): Answer {
  const conflict = conflictOf(context.store.state, object);
  if (conflict !== undefined) return conflict;
  context.store.commit([{ put: object }]);
  return { status, body: read(object, context, request) };
}

interface Write {
  readonly kind: KindName;
  readonly operation: WriteOperation;
  /** The spec that the body leads to. */
  readonly toSpec: (body: JsonObject) => JsonObject;
}

/** The spec to store. A traffic policy that is sent is checked in it, because it depends on the url. */
function checkedSpec(
  { kind, operation, toSpec }: Write,
  context: CheckingContext,
  request: ApiRequest,
): { readonly spec: JsonObject } | Answer {
  const parsed = parseBody(request);
  if ('problem' in parsed) return refusal(400, parsed.problem);
  const problems = bodyProblems(context, { kind, operation, body: parsed.value });
  if (problems.length > 0) return refusal(400, sentenceOf(problems));
  const spec = toSpec(parsed.value);
  const hasPolicy = (parsed.value['traffic_policy'] ?? null) !== null;
  return (hasPolicy ? context.checkPolicy(kind, spec) : undefined) ?? { spec };
}

function find(kind: KindName, { store }: Context, { ids }: ApiRequest): StoredObject | undefined {
  const { id = '', edge_id } = ids;
  const stored = idPattern.test(id) ? store.state.objects[kind].get(id) : undefined;
  return stored?.edge_id === edge_id ? stored : undefined;
}

function read(stored: StoredObject, { behaviour }: Context, { origin }: ApiRequest): JsonObject {
  return readObject(stored, { origin, secrets: behaviour.secrets });
}

/**
 * The body of a request as a JSON object, or a problem as a sentence. An empty body is `{}`. Ids in the body that
 * repeat those of the path are accepted and removed.
 */
function parseBody({ body, ids }: ApiRequest): { readonly value: JsonObject } | { readonly problem: string } {
  const parsed = parsedJson(body.trim() === '' ? '{}' : body);
  if (parsed === undefined) return { problem: 'the body is not JSON' };
  if (!isJsonMap(parsed)) return { problem: 'the body must be a JSON object' };
  for (const [name, id] of Object.entries(ids)) {
    if (Object.hasOwn(parsed, name) && parsed[name] !== id)
      return { problem: `\`${name}\` is not the one in the path` };
  }
  return { value: Object.fromEntries(Object.entries(parsed).filter(([name]) => !Object.hasOwn(ids, name))) };
}

/** An object that is about to be stored. */
type Candidate = Pick<StoredObject, 'kind' | 'id' | 'edge_id' | 'spec'>;

/** The error response if the service refuses the object because of another one, or undefined. */
function conflictOf(state: State, candidate: Candidate): Answer | undefined {
  const { kind, id, spec } = candidate;
  const status = kinds[kind].identity.refusal?.status;
  if (status === undefined) return undefined;
  for (const other of claimants(state.claims, candidate)) {
    const stored = other === id ? undefined : state.objects[kind].get(other);
    if (stored === undefined || mayCoexist(kind, spec, stored.spec)) continue;
    const { message, idName } = words[kind];
    return refusal(status, message, { [idName]: other });
  }
  return undefined;
}

/** The problems of a body: first its shape, by the validators of the kinds; if that is valid, its content. */
export function bodyProblems(
  { references, checkBody }: Pick<CheckingContext, 'references' | 'checkBody'>,
  { kind, operation, body }: { kind: KindName; operation: WriteOperation; body: JsonObject },
): readonly Problem[] {
  const shape = shapeProblems(kind, operation, body);
  if (shape.length > 0) return shape;
  const { fields } = kinds[kind];
  const documented = checkBody(kind, body);
  const assumed = assumedProblems(fields, body).filter(({ path }) => !documented.some(isAt(path)));
  return [...documented, ...assumed, ...referenceProblems(fields, body, references)];
}

function isAt(path: Path): (problem: Problem) => boolean {
  const place = dotted(path);
  return (problem) => dotted(problem.path) === place;
}

function shapeProblems(kind: KindName, operation: WriteOperation, body: JsonObject): readonly Problem[] {
  const errors = validateBody(kind, operation, body);
  // An `if` error only repeats that one of its branches failed.
  const telling = errors.filter(({ keyword }) => keyword !== 'if' && !keyword.startsWith('unless'));
  return (telling.length > 0 ? telling : errors).map(({ instancePath, message }) => ({
    path: parseJsonPointer(instancePath, (path) => Array.isArray(valueAt(body, path))),
    message,
  }));
}

/** Values that the API's description leaves open, and that similar services refuse. */
function assumedProblems(fields: Fields, body: JsonObject, path: Path = []): readonly Problem[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = body[name];
    const inner = fieldsOf(field);
    if (inner !== undefined) return isJsonMap(value) ? assumedProblems(inner, value, [...path, name]) : [];
    const message = field.type === 'string' && typeof value === 'string' ? refused(field, value) : undefined;
    return message === undefined ? [] : [{ path: [...path, name], message }];
  });
}

function refused({ form, knownValues = [], takesOnlyKnown }: TextField, value: string): string | undefined {
  if (form === 'endpoint-url' && listenerAt(value) === undefined)
    return 'must be `https://host`, `http://host`, `tls://host` or `tcp://host:port`';
  if (takesOnlyKnown !== true || value === '' || knownValues.includes(value)) return undefined;
  return `must be one of ${codeList(knownValues)}`;
}
