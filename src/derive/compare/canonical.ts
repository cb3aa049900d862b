/**
 * Brings values into a canonical shape so that equivalent ones are equal. Comparing bytes is not enough: the service
 * lower-cases header names, drops default ports and returns sets in its own order, and a reformatted policy is the same
 * policy. Each field is converted by its form; `compare-values.ts` compares the results.
 */
import type { Field, TextForm } from '../../kinds/field.ts';
import { enabled } from '../../kinds/common-fields.ts';
import type { Json } from '../../model/value.ts';
import { normalHostport, normalUrl } from '../forms/endpoint-url.ts';
import { fieldsOf, itemField } from '../forms/fields.ts';
import { readPolicyExactly, type ExactTree } from '../policy/traffic-policy.ts';
import { layOutXml } from '../../text/xml-layout.ts';
import { isJsonList, isJsonMap } from '../../text/json/json-access.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';

/** The canonical form of a value without secrets, as JSON. `canonical(canonical(x))` is `canonical(x)`. */
export function canonical(field: Field | undefined, value: Json | undefined): Json {
  if (value === undefined || value === null) return noneOf(field);
  if (field === undefined) return value;
  switch (field.type) {
    case 'string':
      return typeof value === 'string' ? canonicalString(field.form, value) : value;
    case 'list': {
      if (!isJsonList(value)) return value;
      const items = value.map((item) => canonical(itemField(field), item));
      return field.as === 'list' ? items : sortedSet(items);
    }
    case 'map': {
      if (!isJsonMap(value)) return value;
      const entries = Object.entries(value).map(
        ([key, item]) => [canonicalString(field.keyForm, key), canonical(itemField(field), item)] as const,
      );
      return Object.fromEntries(entries);
    }
    case 'object':
    case 'module': {
      const fields = fieldsOf(field) ?? {};
      if (!isJsonMap(value)) return value;
      const entries = Object.keys(value).flatMap((key) => {
        const item = canonical(fields[key], value[key]);
        return isNone(fields[key], item) ? [] : [[key, item] as const];
      });
      return Object.fromEntries(entries);
    }
    case 'boolean':
    case 'int64':
    case 'uint32':
    case 'float64':
    case 'ref':
      return value;
  }
}

/** The canonical form of a string: equivalent strings of a form become equal. */
export function canonicalString(form: TextForm, text: string): string {
  switch (form) {
    case 'header-name':
    case 'webhook-provider':
      return text.toLowerCase();
    case 'endpoint-url':
      return normalUrl(text);
    case 'hostport':
      return normalHostport(text);
    case 'saml-metadata':
      return layOutXml(text) ?? text.replaceAll('\r\n', '\n').trim();
    case 'traffic-policy': {
      if (text.trim() === '') return '';
      const parsed = readPolicyExactly(text);
      return 'tree' in parsed ? canonicalPolicy(parsed.tree) : text;
    }
    case 'cookie-prefix':
    case 'description':
    case 'email':
    case 'email-domain':
    case 'header-value':
    case 'issuer-url':
    case 'match':
    case 'metadata':
    case 'opaque':
    case 'organization':
    case 'team':
    case 'timestamp':
    case 'uri':
    case 'user-agent-pattern':
      return text;
  }
}

/** JSON with sorted keys, except values that JSON cannot express: those are written as YAML. */
function canonicalPolicy(tree: ExactTree): string {
  if (typeof tree === 'bigint') return String(tree);
  if (typeof tree === 'number' && !Number.isFinite(tree))
    return Number.isNaN(tree) ? '.nan' : tree > 0 ? '.inf' : '-.inf';
  if (typeof tree !== 'object' || tree === null) return JSON.stringify(tree);
  if (isExactList(tree)) return `[${tree.map(canonicalPolicy).join(',')}]`;
  const entries = Object.keys(tree)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalPolicy(tree[key] ?? null)}`);
  return `{${entries.join(',')}}`;
}

function isExactList(tree: ExactTree): tree is readonly ExactTree[] {
  return Array.isArray(tree);
}

function sortedSet(items: readonly Json[]): readonly Json[] {
  const byText = new Map(items.map((item) => [typeof item === 'string' ? item : canonicalJson(item), item]));
  return [...byText.keys()].sort().map((key) => byText.get(key) ?? null);
}

/** The value that an absent field is equivalent to, if there is one. */
function noneOf(field: Field | undefined): Json {
  switch (field?.type) {
    case 'string':
      return '';
    case 'list':
      return [];
    case 'map':
      return {};
    case 'boolean':
      return noneOfBoolean(field);
    case 'int64':
    case 'uint32':
    case 'float64':
    case 'ref':
    case 'object':
    case 'module':
    case undefined:
      return null;
  }
}

/** A module is enabled by default. A boolean for which services were observed to return true has no equivalent. */
function noneOfBoolean(field: Field): boolean | null {
  if (field === enabled) return true;
  return field.seen === true ? null : false;
}

function isNone(field: Field | undefined, value: Json): boolean {
  if (value === null || value === '') return true;
  if (field?.type === 'boolean') return value === noneOfBoolean(field);
  return typeof value === 'object' && field?.type !== 'object' && Object.keys(value).length === 0;
}
