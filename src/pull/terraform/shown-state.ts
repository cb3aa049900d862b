import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import { listAt, mapAt, stringAt } from './expect-json.ts';
import { StateProblem, type StateInstance } from './state-instance.ts';
import { instanceKey } from './terraform-address.ts';

/** The instances in the output of `terraform show -json`: of a state, or of the prior state of a plan. */
export function instancesOfShown(document: JsonObject): readonly StateInstance[] {
  refuseOtherFormat(document, '');
  if ('values' in document || !('prior_state' in document || 'planned_values' in document))
    return instancesOfValues(document, '');
  const { prior_state } = document;
  if (prior_state === undefined || prior_state === null) return [];
  const state = mapAt(prior_state, '/prior_state');
  refuseOtherFormat(state, '/prior_state');
  return instancesOfValues(state, '/prior_state');
}

/** Minor versions only add; a major version may change the meaning. */
function refuseOtherFormat({ format_version }: JsonObject, at: string): void {
  const place = `${at}/format_version`;
  const version = stringAt(format_version, place);
  if (!/^[01]\.\d+$/.test(version))
    throw new StateProblem(place, 'this format of `terraform show -json` is not known; 0.x and 1.x are');
}

function instancesOfValues(state: JsonObject, at: string): readonly StateInstance[] {
  const { values } = state;
  if (values === undefined || values === null) return [];
  const { root_module } = mapAt(values, `${at}/values`);
  if (root_module === undefined || root_module === null) return [];
  return instancesOfModule(mapAt(root_module, `${at}/values/root_module`), `${at}/values/root_module`);
}

function instancesOfModule(module: JsonObject, at: string): readonly StateInstance[] {
  const own = typeof module['address'] === 'string' ? module['address'] : '';
  return [
    ...listAt(module['resources'], `${at}/resources`).flatMap(([item, place]) =>
      instanceOf(mapAt(item, place), place, own),
    ),
    ...listAt(module['child_modules'], `${at}/child_modules`).flatMap(([item, place]) =>
      instancesOfModule(mapAt(item, place), place),
    ),
  ];
}

function instanceOf(resource: JsonObject, place: string, module: string): readonly StateInstance[] {
  if (stringAt(resource['mode'], `${place}/mode`) !== 'managed') return [];
  const address = stringAt(resource['address'], `${place}/address`);
  const sensitive = resource['sensitive_values'];
  return [
    {
      // Terraform 0.12 gave addresses relative to their module.
      address: module === '' || address.startsWith(`${module}.`) ? address : `${module}.${address}`,
      type: stringAt(resource['type'], `${place}/type`),
      name: stringAt(resource['name'], `${place}/name`),
      index: instanceKey(resource['index'], `${place}/index`),
      place: `${place}/values`,
      values: mapAt(resource['values'] ?? {}, `${place}/values`),
      isSensitive: (attribute) =>
        sensitive === true || (isJsonMap(sensitive) && hasMark(sensitive[attribute])),
      condition:
        typeof resource['deposed_key'] === 'string'
          ? 'deposed'
          : resource['tainted'] === true
            ? 'tainted'
            : 'ready',
    },
  ];
}

/** Terraform keeps lists and objects where nothing in them is sensitive: `"routes": [{}]`. Only `true` is a mark. */
function hasMark(value: Json | undefined): boolean {
  if (isJsonMap(value)) return Object.values(value).some(hasMark);
  return value === true || jsonItems(value).some(hasMark);
}
