import type { Json, JsonObject } from '../../src/model/value.ts';
import { facts, secretName, secretText, type Kind } from './facts.ts';

/** The leaves of one top-level field, path to value. What says nothing (an empty text, list or map) is no leaf. */
export type Leaves = ReadonlyMap<string, string>;

/** Of a module that is there `enabled` is a leaf, true when not written (API 2.6). */
export function leavesOf(kind: Kind, name: string, value: Json | undefined): Leaves {
  if (value === undefined || value === null) return new Map();
  const isModule = facts[kind].modules.includes(name);
  return new Map(walk(name, isModule ? { enabled: true, ...(value as JsonObject) } : value));
}

function walk(path: string, value: Json): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) {
    const items = [...new Set(value as readonly string[])].sort();
    return items.length === 0 ? [] : [[path, JSON.stringify(items)]];
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value as JsonObject).flatMap(([key, item]) => walk(`${path}.${key}`, item));
  }
  if (value === '' || value === null) return [];
  return [[path, JSON.stringify(value === secretName ? secretText : value)]];
}

export function isSame(one: Leaves, other: Leaves): boolean {
  return one.size === other.size && covers(one, other);
}

/** Whether `more` has all that `some` has. */
export function covers(more: Leaves, some: Leaves): boolean {
  return [...some].every(([path, value]) => more.get(path) === value);
}
