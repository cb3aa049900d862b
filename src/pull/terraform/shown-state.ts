import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';

/** A part of the file that is not as Terraform writes it. */
export class StateProblem extends Error {
  /** JSON pointer; empty for the whole document. */
  readonly place: string;
  readonly help: string | undefined;

  constructor(place: string, message: string, help?: string) {
    super(message);
    this.name = 'StateProblem';
    this.place = place;
    this.help = help;
  }
}

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
  const moduleAddress = typeof module['address'] === 'string' ? module['address'] : '';
  return [
    ...listAt(module['resources'], `${at}/resources`).flatMap(([item, place]) =>
      instanceOf(mapAt(item, place), place, moduleAddress),
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

interface StateName {
  /** `module.shop["eu"]`; empty for the root module. */
  readonly module: string;
  readonly type: string;
  readonly name: string;
  readonly index: string | number | undefined;
}

/** The address of a resource instance, as `terraform state rm` takes it. */
export function terraformAddress({ module, type, name, index }: StateName): string {
  const resource = `${module === '' ? '' : `${module}.`}${type}.${name}`;
  if (index === undefined) return resource;
  return `${resource}[${typeof index === 'number' ? index : quoted(index)}]`;
}

/** The key of an instance: a number for `count`, a string for `for_each`. */
export function instanceKey(value: Json | undefined, place: string): string | number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new StateProblem(place, 'expected a string or a number as the key of an instance');
}

/** A string of HCL: `${` and `%{` would begin a template. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/([$%])\{/g, '$1$1{');
}

/** An object, or a `StateProblem` with its place. */
export function mapAt(value: Json | undefined, place: string): JsonObject {
  if (isJsonMap(value)) return value;
  throw new StateProblem(place, `expected an object, found ${typeName(value)}`);
}

/** A list with the place of each item; an absent list is empty, as in Go. */
export function listAt(value: Json | undefined, place: string): readonly (readonly [Json, string])[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new StateProblem(place, `expected a list, found ${typeName(value)}`);
  return (value as readonly Json[]).map((item, index) => [item, `${place}/${index}`]);
}

export function stringAt(value: Json | undefined, place: string): string {
  if (typeof value === 'string') return value;
  throw new StateProblem(place, `expected a string, found ${typeName(value)}`);
}

/** The type alone: values of a state are never shown. */
function typeName(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return '`null`';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** An object of a managed resource in a Terraform state. Its values may hold secrets: only ids are read from them. */
export interface StateInstance {
  /** The resource address of Terraform: `module.shop.edge_cloud_endpoint.www["eu"]`. */
  readonly address: string;
  readonly type: string;
  readonly name: string;
  readonly index: string | number | undefined;
  /** JSON pointer of its values. */
  readonly place: string;
  readonly values: JsonObject;
  /** Whether Terraform marks this attribute as sensitive. */
  readonly isSensitive: (attribute: string) => boolean;
  /** Tainted: Terraform replaces it next. Deposed: a replaced object that Terraform has still to destroy. */
  readonly condition: 'ready' | 'tainted' | 'deposed';
}
