import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import { listAt, mapAt, pointerStep, stringAt } from './expect-json.ts';
import type { StateInstance } from './state-instance.ts';
import { instanceKey, terraformAddress } from './terraform-address.ts';

/** The instances of managed resources in a state of version 4 (Terraform 0.12 and later, OpenTofu). */
export function instancesOfState(state: JsonObject): readonly StateInstance[] {
  return listAt(state['resources'], '/resources').flatMap(([item, place]) => {
    const resource = mapAt(item, place);
    if (stringAt(resource['mode'], `${place}/mode`) !== 'managed') return [];
    return listAt(resource['instances'], `${place}/instances`).map(([instance, at]) =>
      instanceOf(resource, place, mapAt(instance, at), at),
    );
  });
}

function instanceOf(resource: JsonObject, place: string, instance: JsonObject, at: string): StateInstance {
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
export function instancesOfOldState(state: JsonObject): readonly StateInstance[] {
  return listAt(state['modules'], '/modules').flatMap(([item, place]) => {
    const module = mapAt(item, place);
    const path = listAt(module['path'], `${place}/path`).map(([step, at]) => stringAt(step, at));
    const address = path.slice(1).flatMap((name) => ['module', name]);
    const resources = mapAt(module['resources'] ?? {}, `${place}/resources`);
    return Object.entries(resources).flatMap(([key, value]) => {
      const at = `${place}/resources/${pointerStep(key)}`;
      return oldInstances(address.join('.'), key, mapAt(value, at), at);
    });
  });
}

function oldInstances(
  module: string,
  key: string,
  resource: JsonObject,
  at: string,
): readonly StateInstance[] {
  // Data sources are `data.<type>.<name>`; the key of an instance is the third part.
  const [type = '', name = '', index] = key.split('.');
  if (type === 'data') return [];
  const number = index === undefined ? undefined : Number(index);
  const named = { type, name, index: number };
  const one = (value: Json, place: string, isDeposed: boolean): StateInstance => {
    const object = mapAt(value, place);
    return {
      ...named,
      address: terraformAddress({ module, ...named }),
      place: `${place}/attributes`,
      values: mapAt(object['attributes'] ?? {}, `${place}/attributes`),
      isSensitive: () => false,
      condition: isDeposed ? 'deposed' : object['tainted'] === true ? 'tainted' : 'ready',
    };
  };
  const { primary } = resource;
  return [
    ...(primary === undefined || primary === null ? [] : [one(primary, `${at}/primary`, false)]),
    ...listAt(resource['deposed'], `${at}/deposed`).map(([item, place]) => one(item, place, true)),
  ];
}
