import type { WriteOperation } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import { idPattern } from '../../kinds/references.ts';
import type { KindName, Operations } from '../../kinds/kind.ts';
import type { JsonObject } from '../../model/value.ts';
import { notFound, refusal, type Answer } from '../http/answer.ts';
import { conflictOf } from './conflicts.ts';
import type { ApiRequest, CheckingContext, Context } from '../context.ts';
import { bodyProblems } from './body-problems.ts';
import { specOfCreate, specOfUpdate } from './merge.ts';
import { listPage } from './page.ts';
import { parseBody } from '../http/parse-body.ts';
import { sentenceOf } from './problem.ts';
import { readObject } from './read-form.ts';
import { isKnown } from './references.ts';
import { isManageable, type StoredObject } from '../state/state.ts';

/** Performs one of the eleven operations. A change is committed to the store, but not yet durable, on return. */
export function perform(
  kind: KindName,
  operation: keyof Operations,
  context: CheckingContext,
  request: ApiRequest,
): Answer {
  const { list } = kinds[kind].operations;
  if (operation === 'list' && list !== undefined) return listPage(kind, list, context, request);
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
    ...(edge_id === undefined ? {} : { edge_id }),
    spec: checked.spec,
  };
  return save(created, operations.create.success, context, request);
}

function update(stored: StoredObject, context: CheckingContext, request: ApiRequest): Answer {
  const { kind } = stored;
  const { absentInUpdate } = context.behaviour;
  const toSpec = (body: JsonObject): JsonObject =>
    specOfUpdate(kinds[kind].fields, stored.spec, body, absentInUpdate);
  const checked = checkedSpec({ kind, operation: 'update', toSpec }, context, request);
  if ('status' in checked) return checked;
  if (!isManageable(stored)) return refusal(400, 'only cloud endpoints can be updated');
  return save({ ...stored, spec: checked.spec, updated_at: context.now() }, 200, context, request);
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

function save(object: StoredObject, status: number, context: Context, request: ApiRequest): Answer {
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
