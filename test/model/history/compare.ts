import { parse } from 'yaml';
import type { Stored } from '../service/objects.ts';
import { serviceDefault } from '../service/read-form.ts';
import type { Switches } from '../service/switches.ts';
import { kindShapes, moduleShapes } from '../service/tables.ts';
import { canonical, isMap, isTexts, type Json, type JsonMap, plainText } from '../service/values.ts';
import type { Declared } from './compile.ts';

/**
 * The sorted paths at which the live object differs from the declared resource. A default that the service applies and
 * shows counts as set.
 */
export function differences(
  { kind, spec }: Declared,
  live: Stored,
  defaults: Switches['defaults'],
): readonly string[] {
  return Object.entries(spec)
    .flatMap(([name, value]) => {
      if (name === 'type') return [];
      if (!kindShapes[kind].modules.includes(name)) {
        const same = normal(name, value) === normal(name, withoutMarker(name, live.spec[name]));
        return same ? [] : [name];
      }
      return moduleDifferences(name, value, live.spec[name], defaults);
    })
    .sort();
}

function moduleDifferences(
  name: string,
  declared: Json,
  live: Json | undefined,
  defaults: Switches['defaults'],
): readonly string[] {
  if (!isMap(declared)) return [];
  if (!isMap(live)) return [name];
  const usual = moduleShapes[name]!.enabledByDefault;
  const enabled = (module: JsonMap): Json => module['enabled'] ?? usual;
  const wrong = enabled(declared) === enabled(live) ? [] : [`${name}.enabled`];
  const fields = Object.entries(declared).filter(([field]) => field !== 'enabled');
  // `pull` writes what a read shows, and a read may show an unset number as 0.
  const shown = (field: string, value: Json): Json | undefined =>
    live[field] ??
    serviceDefault(name, field, defaults) ??
    (defaults !== 'none' && value === 0 ? 0 : undefined);
  return [
    ...wrong,
    ...fields
      .filter(([field, value]) => normal(field, value) !== normal(field, shown(field, value)))
      .map(([field]) => `${name}.${field}`),
  ];
}

/**
 * The same string for values with the same meaning: absent and empty values are equal, sets have no order, header names
 * and hosts no case, and policies are compared by meaning.
 */
export function normal(field: string, value: Json | undefined): string {
  if (value === undefined || value === null || value === '' || value === false) return '(nothing)';
  if (Array.isArray(value) && value.length === 0) return '(nothing)';
  // A service that shows its defaults returns `public`.
  if (field === 'bindings' && canonical(value) === '["public"]') return '(nothing)';
  if (field === 'url') return normalUrl(plainText(value));
  if (field === 'traffic_policy' || field === 'value') return normalPolicy(plainText(value));
  if (field === 'add' && isMap(value)) {
    const named = Object.entries(value).map(([name, text]) => [name.toLowerCase(), text] as const);
    return canonical(Object.fromEntries(named));
  }
  if (field === 'remove' && isTexts(value)) return canonical(value.map((name) => name.toLowerCase()).sort());
  if (field === 'provider' && isMap(value)) {
    return JSON.stringify(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, config]) => [name, isMap(config) ? normalMap(config) : normal(name, config)]),
    );
  }
  if (Array.isArray(value)) return canonical([...new Set((value as Json[]).map(canonical))].sort());
  return canonical(value);
}

function normalMap(map: JsonMap): string {
  return JSON.stringify(
    Object.entries(map)
      .map(([name, value]) => [name, normal(name, value)])
      .filter(([, text]) => text !== '(nothing)')
      .sort(),
  );
}

function normalUrl(text: string): string {
  const lower = text.toLowerCase();
  const usual = lower.startsWith('https:') || lower.startsWith('tls:') ? ':443' : ':80';
  return lower.endsWith(usual) ? lower.slice(0, -usual.length) : lower;
}

function normalPolicy(text: string): string {
  try {
    const value: unknown = parse(text);
    return isMap(value) ? canonical(value) : text;
  } catch {
    return text;
  }
}

/** Metadata without the client's marker, which is a reserved key of a JSON object or a last line. */
export function withoutMarker(name: string, value: Json | undefined): Json | undefined {
  if (name !== 'metadata' || typeof value !== 'string' || !value.includes('edgewright')) return value;
  try {
    const object: unknown = JSON.parse(value);
    if (!isMap(object)) return value;
    const rest = Object.entries(object).filter(([key]) => !key.includes('edgewright'));
    return rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest));
  } catch {
    const lines = value.split('\n').filter((line) => !line.includes('edgewright'));
    return lines.join('\n');
  }
}

/** Whether a live object has the identity of a declared resource: same edge and selector, URL, or hostports. */
export function isTwin(declared: Declared, live: Stored): boolean {
  if (declared.kind !== live.kind) return false;
  switch (declared.kind) {
    case 'endpoint':
      return normal('url', declared.spec['url']) === normal('url', live.spec['url']);
    case 'https-route':
      return (
        declared.edgeId === live.edgeId &&
        declared.spec['match'] === live.spec['match'] &&
        declared.spec['match_type'] === live.spec['match_type']
      );
    case 'tls-edge':
      return normal('hostports', declared.spec['hostports']) === normal('hostports', live.spec['hostports']);
  }
}
