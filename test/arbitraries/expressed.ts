import type { Json, JsonObject } from '../../src/model/value.ts';
import type { GeneratedResource } from './generated-workspace.ts';

/** The same resources, with some values moved into variables and files. */
export interface Expressed {
  readonly resources: readonly GeneratedResource[];
  readonly vars: Readonly<Record<string, Json>>;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Writes up to `count` values of each resource in another way that means the same: a whole value as a variable (which
 * keeps its type), a text with a variable inside, a long text as a file. Values that hold a secret stay: variables and
 * files are not interpolated again.
 */
export function expressed(resources: readonly GeneratedResource[], count: number): Expressed {
  const vars: Record<string, Json> = {};
  const files: Record<string, string> = {};
  const written = resources.map((resource, index) => {
    const names = Object.keys(resource.spec).filter((name) => !mentionsSecret(resource.spec[name] ?? null));
    const chosen = names.filter((_, position) => (position + index) % 2 === 0).slice(0, count);
    const spec: JsonObject = Object.fromEntries(
      Object.entries(resource.spec).map(([name, value]) => {
        if (!chosen.includes(name)) return [name, value];
        const key = `${name}_${index}`;
        return [name, asExpression(key, value, vars, files)];
      }),
    );
    return { ...resource, spec };
  });
  return { resources: written, vars, files };
}

function asExpression(
  key: string,
  value: Json,
  vars: Record<string, Json>,
  files: Record<string, string>,
): Json {
  if (typeof value === 'string' && value.length > 60) {
    files[`texts/${key}.txt`] = value;
    return `$(file:texts/${key}.txt)`;
  }
  if (typeof value === 'string' && value.length > 12) {
    const points = Array.from(value);
    const middle = Math.floor(points.length / 2);
    vars[key] = points.slice(middle).join('');
    return `${points.slice(0, middle).join('')}$(${key})`;
  }
  vars[key] = value;
  return `$(${key})`;
}

function mentionsSecret(value: Json): boolean {
  return JSON.stringify(value).includes('$(secret:');
}
