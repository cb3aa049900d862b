import type { Step } from '../../model/plan/step.ts';
import type { NamedId } from '../../model/workspace/environment.ts';
import type { Json } from '../../model/value.ts';

/** Names in the files for live objects, by id: `edghts_…` is `https-edge/main`. */
export type Names = Readonly<Record<string, string>>;

/** The names of those ids that the steps show: in changes, in reasons of exposure and in effects on requests. */
export function namesInSteps(steps: readonly Step[], ids: Iterable<NamedId>): Names {
  const shown = steps.map(({ changes, outcomes, exposure, possibleExposure, weakened }) => [
    changes.map(({ before, after }) => [before, after]),
    [outcomes, exposure, possibleExposure, weakened],
  ]);
  return namesIn(shown, ids);
}

/** The names of those ids that are a text, or a word of one. */
export function namesIn(values: unknown, ids: Iterable<NamedId>): Names {
  const words = new Set(wordsIn(values));
  return Object.fromEntries([...ids].flatMap(({ id, name }) => (words.has(id) ? [[id, name]] : [])));
}

function wordsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(/\s+/);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}

export function withIdNames(value: Json, names: Names): Json {
  if (typeof value === 'string') return nameOf(value, names);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withIdNames(item, names));
  return value;
}

/** The fact with names for the ids in it: those that are a text, or a word of one (`in ipp_1`). */
export function withNamedIds<F extends object>(fact: F, names: Names): F {
  if (Object.keys(names).length === 0) return fact;
  return named(fact, names) as F;
}

function named(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return value.replaceAll(/\S+/g, (word) => nameOf(word, names));
  if (Array.isArray(value)) return value.map((item) => named(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, named(item, names)]));
}

function nameOf(id: string, names: Names): string {
  return Object.hasOwn(names, id) ? (names[id] ?? id) : id;
}
