import type { Json } from '../../model/value.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * The same schema with `markdownDescription` beside each description that contains Markdown: editors show the backticks
 * of a plain description literally.
 */
export function withMarkdown(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).flatMap(([keyword, value]) => entries(keyword, value)));
}

function entries(keyword: string, value: Json): readonly [string, Json][] {
  if (keyword === 'description' && typeof value === 'string')
    return /[`*_<\n]/.test(value)
      ? [
          [keyword, value],
          ['markdownDescription', value],
        ]
      : [[keyword, value]];
  return [[keyword, inside(value)]];
}

function inside(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(inside);
  return withMarkdown(value);
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
