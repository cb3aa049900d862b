/**
 * A Terraform state as a list of ids. A state knows the ids of routes, which the API cannot list, so it is the best
 * source for adopting an account that Terraform manages. Read are the files of versions 3 and 4 (Terraform 0.11 and
 * later, OpenTofu) and the output of `terraform show -json` for a state or a plan. Everything else in the file, secrets
 * above all, is neither kept nor shown.
 */
import { kindNames, kinds } from '../../kinds/index.ts';
import { idPattern, nameables } from '../../kinds/references.ts';
import type { ObjectKey } from '../../model/api.ts';
import { UserError } from '../../model/errors.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import {
  StateProblem,
  instanceKey,
  instancesOfShown,
  listAt,
  mapAt,
  stringAt,
  terraformAddress,
  type StateInstance,
} from './shown-state.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import { syntaxProblem } from '../../text/json/json-syntax.ts';
import { pointerStep } from '../../text/pointer.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { exitCodes } from '../../model/exit-codes.ts';

export interface StateObject {
  readonly key: ObjectKey;
  readonly instance: Pick<StateInstance, 'address' | 'name' | 'index' | 'condition'>;
}

/** The content of a state, as far as it concerns us. */
export interface TerraformState {
  readonly file: string;
  /** Each object once. */
  readonly objects: readonly StateObject[];
  /** The Terraform resources of objects that the API refers to but cannot create, by id. */
  readonly named: ReadonlyMap<string, StateObject['instance']>;
  /** Terraform addresses of objects that are to be destroyed. */
  readonly deposed: readonly string[];
  /** Objects of ours without a readable id. */
  readonly unread: readonly { readonly address: string; readonly why: 'edge' | 'sensitive' }[];
  /** Resources that are not ours: the number of instances by type. */
  readonly others: ReadonlyMap<string, number>;
}

/** Throws `UserError` 64 with the place for a file that is not a readable Terraform state. */
export function readTerraformState(text: string, file: string): TerraformState {
  try {
    return contentOf(instancesIn(parsed(text.replace(/^\uFEFF/, ''), file)), file);
  } catch (error) {
    if (!(error instanceof StateProblem)) throw error;
    const where = error.place === '' ? `\`${file}\`` : `\`${file}\`, ${error.place}`;
    throw new UserError(exitCodes.usage, `${where}: ${error.message}`, {
      cause: error,
      ...withoutUndefined({ help: error.help }),
    });
  }
}

function parsed(text: string, file: string): JsonObject {
  const syntax = syntaxProblem(text);
  if (syntax !== undefined) {
    const { line, column, what } = syntax;
    throw new UserError(
      exitCodes.usage,
      `${file}:${line}:${column}: not valid JSON: ${what}`,
      text.startsWith('{"@level"')
        ? { help: 'this is a log: give the output of `terraform show -json`' }
        : {},
    );
  }
  const document: unknown = JSON.parse(text);
  if (isJsonMap(document)) return document;
  throw new StateProblem('', 'not a Terraform state: expected an object, found a list');
}

function instancesIn(document: JsonObject): readonly StateInstance[] {
  if ('encrypted_data' in document || 'sops' in document)
    throw new StateProblem(
      '',
      'this state is encrypted',
      'write it out with `tofu state pull > state.json`, and delete that file afterwards: it may hold secrets',
    );
  const { version, backend } = document;
  if (isJsonMap(backend))
    throw new StateProblem(
      '/backend',
      'this file has no resources: it says only in which backend the state is',
      'write the state out with `terraform state pull > state.json`, and give that file',
    );
  if (version === 4) return instancesOfState(document);
  if (version === 3) return instancesOfOldState(document);
  if ('format_version' in document) return instancesOfShown(document);
  if (typeof version === 'number' && 'serial' in document)
    throw new StateProblem(
      '/version',
      `state version ${version} is not supported; versions 3 and 4 are`,
      'give the output of `terraform show -json`',
    );
  throw new StateProblem(
    '',
    'not a Terraform state',
    'give terraform.tfstate, the output of `terraform state pull` or `terraform show -json`, or lines of edge_id/route_id',
  );
}

function contentOf(instances: readonly StateInstance[], file: string): TerraformState {
  const objects = new Map<string, StateObject>();
  const unread: { address: string; why: 'edge' | 'sensitive' }[] = [];
  const deposed: string[] = [];
  const others = new Map<string, number>();
  const named = new Map<string, StateInstance>();
  for (const instance of instances) {
    const found = objectsOfInstance(instance);
    const { id } = instance.values;
    if (isNameable(id) && instance.condition !== 'deposed' && !instance.isSensitive('id'))
      named.set(id, instance);
    if (found.length === 0) others.set(instance.type, (others.get(instance.type) ?? 0) + 1);
    else if (instance.condition === 'deposed') deposed.push(instance.address);
    else
      for (const object of found)
        if ('unread' in object) unread.push({ address: instance.address, why: object.unread });
        else objects.set(`${object.key.edge_id ?? ''}/${object.key.id}`, { key: object.key, instance });
  }
  return { file, objects: [...objects.values()], named, deposed, unread, others };
}

/** An object of ours in an instance: its key, or why it has none. */
type TerraformObject = { readonly key: ObjectKey } | { readonly unread: 'edge' | 'sensitive' };

/**
 * The objects of ours in an instance, by the prefix of its `id`: the types of providers differ, the ids do not. Routes
 * also count where an edge lists them, since no list of the API has them; other nested ids are references.
 */
function objectsOfInstance({ values, isSensitive }: StateInstance): readonly TerraformObject[] {
  const { id } = values;
  if (typeof id === 'string' && isSensitive('id')) return isOurs(id) ? [{ unread: 'sensitive' }] : [];
  const objectFound = typeof id === 'string' ? objectOf(id, { values, isSensitive }) : undefined;
  if (objectFound !== undefined) return [objectFound];
  const edge = typeof id === 'string' && isEdge(id) ? id : undefined;
  return Object.entries(values).flatMap(([name, value]) => {
    const routes = jsonItems(value).flatMap((item) => nestedRoute(item, edge));
    return routes.length > 0 && isSensitive(name) ? [{ unread: 'sensitive' }] : routes;
  });
}

/** The kind by the prefix of an id. */
function isOurs(id: string): boolean {
  return kindNames.some((kind) => id.startsWith(kinds[kind].idPrefix));
}

function isNameable(id: Json | undefined): id is string {
  const prefixes = Object.values(nameables).flatMap(({ idPrefixes }) => idPrefixes);
  return typeof id === 'string' && prefixes.some((prefix) => id.startsWith(prefix));
}

function isEdge(id: string): boolean {
  return (nameables['https-edge']?.idPrefixes ?? []).some((prefix) => id.startsWith(prefix));
}

function objectOf(
  id: string,
  { values, isSensitive }: Pick<StateInstance, 'values' | 'isSensitive'>,
): TerraformObject | undefined {
  // An id for `terraform import` may name both.
  const [, before, after] = /^([\w-]+)[:/,]([\w-]+)$/.exec(id) ?? [];
  const ownId = after ?? id;
  const kind = kindNames.find((name) => ownId.startsWith(kinds[name].idPrefix));
  if (kind === undefined || !idPattern.test(ownId)) return undefined;
  if (kinds[kind].parent === undefined) return { key: { kind, id: ownId } };
  const edge = before ?? values['edge_id'];
  if (before === undefined && isSensitive('edge_id')) return { unread: 'sensitive' };
  return typeof edge === 'string' && idPattern.test(edge)
    ? { key: { kind, id: ownId, edge_id: edge } }
    : { unread: 'edge' };
}

/** A route that an edge lists: it has an id, and no other object of ours is nested with its own fields. */
function nestedRoute(item: Json, edge: string | undefined): readonly TerraformObject[] {
  if (!isJsonMap(item) || typeof item['id'] !== 'string') return [];
  const known = edge === undefined || 'edge_id' in item ? item : { ...item, edge_id: edge };
  const found = objectOf(item['id'], { values: known, isSensitive: () => false });
  return found !== undefined && 'key' in found && found.key.edge_id !== undefined ? [found] : [];
}

/** The instances of managed resources in a state of version 4 (Terraform 0.12 and later, OpenTofu). */
function instancesOfState(state: JsonObject): readonly StateInstance[] {
  return listAt(state['resources'], '/resources').flatMap(([item, place]) => {
    const resource = mapAt(item, place);
    if (stringAt(resource['mode'], `${place}/mode`) !== 'managed') return [];
    return listAt(resource['instances'], `${place}/instances`).map(([instance, at]) =>
      instanceOf({ map: resource, place }, { map: mapAt(instance, at), place: at }),
    );
  });
}

/** A map of a state, and its place in it. */
interface PlacedMap {
  readonly map: JsonObject;
  readonly place: string;
}

function instanceOf(
  { map: resource, place }: PlacedMap,
  { map: instance, place: at }: PlacedMap,
): StateInstance {
  const type = stringAt(resource['type'], `${place}/type`);
  const name = stringAt(resource['name'], `${place}/name`);
  const module = resource['module'] === undefined ? '' : stringAt(resource['module'], `${place}/module`);
  const index = instanceKey(instance['index_key'], `${at}/index_key`);
  const isFlat = instance['attributes'] === undefined && instance['attributes_flat'] !== undefined;
  const values = isFlat ? 'attributes_flat' : 'attributes';
  const sensitive = sensitiveIn(instance['sensitive_attributes']);
  return {
    address: terraformAddress({ module, type, name, index }),
    type,
    name,
    index,
    place: `${at}/${values}`,
    values: mapAt(instance[values] ?? {}, `${at}/${values}`),
    isSensitive: (attribute) => sensitive.has(attribute),
    condition:
      typeof instance['deposed'] === 'string'
        ? 'deposed'
        : instance['status'] === 'tainted'
          ? 'tainted'
          : 'ready',
  };
}

/** The first step of each path: a path is `[{"type": "get_attr", "value": "id"}]`. */
function sensitiveIn(paths: Json | undefined): ReadonlySet<Json | undefined> {
  return new Set(
    jsonItems(paths).map((path) => {
      const [first] = jsonItems(path);
      return isJsonMap(first) ? first['value'] : undefined;
    }),
  );
}

/** The instances in a state of version 3 (Terraform 0.11): modules with a map of resources, values as flat strings. */
function instancesOfOldState(state: JsonObject): readonly StateInstance[] {
  return listAt(state['modules'], '/modules').flatMap(([item, place]) => {
    const module = mapAt(item, place);
    const path = listAt(module['path'], `${place}/path`).map(([step, at]) => stringAt(step, at));
    const address = path.slice(1).flatMap((name) => ['module', name]);
    const resources = mapAt(module['resources'] ?? {}, `${place}/resources`);
    return Object.entries(resources).flatMap(([key, value]) => {
      const at = `${place}/resources/${pointerStep(key)}`;
      return oldInstances(address.join('.'), key, { map: mapAt(value, at), place: at });
    });
  });
}

function oldInstances(
  module: string,
  key: string,
  { map: resource, place: at }: PlacedMap,
): readonly StateInstance[] {
  // Data sources are `data.<type>.<name>`; the key of an instance is the third part.
  const [type = '', name = '', index] = key.split('.');
  if (type === 'data') return [];
  const number = index === undefined ? undefined : Number(index);
  const named = { type, name, index: number };
  const readInstance = (value: Json, place: string): StateInstance => {
    const object = mapAt(value, place);
    return {
      ...named,
      address: terraformAddress({ module, ...named }),
      place: `${place}/attributes`,
      values: mapAt(object['attributes'] ?? {}, `${place}/attributes`),
      isSensitive: () => false,
      condition: object['tainted'] === true ? 'tainted' : 'ready',
    };
  };
  const { primary } = resource;
  return [
    ...(primary === undefined || primary === null ? [] : [readInstance(primary, `${at}/primary`)]),
    ...listAt(resource['deposed'], `${at}/deposed`).map(([item, place]): StateInstance => ({
      ...readInstance(item, place),
      condition: 'deposed',
    })),
  ];
}
