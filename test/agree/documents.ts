import fc from 'fast-check';
import { kindNames } from '../../src/kinds/index.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { JsonObject, Path } from '../../src/model/value.ts';
import { arbitrarySpec } from '../arbitraries/spec.ts';
import { arbitraryValue } from '../arbitraries/values.ts';
import { randomOf } from '../model/history/random.ts';
import { changed, valueAt } from './change.ts';
import { layers, written, type Files, type Layer, type Spoiled } from './layers.ts';
import { allMistakes, type Mistake } from './mistakes.ts';
import { meantBody, vocabulary } from './names.ts';
import { policyMistakes } from './policies.ts';

/** A document to check with both lint and the local API. */
export interface Document {
  /** The mistake and its layer. */
  readonly name: string;
  readonly kind: KindName;
  readonly mistake: Mistake | undefined;
  readonly layer: Layer;
  readonly files: Files;
  /** A body that the API accepts, as the object to update. */
  readonly base: JsonObject;
  /** The intended body of the files, made without the compiler. */
  readonly meant: JsonObject;
  /** The edge of a route. */
  readonly edgeId: unknown;
}

/** A mistake, its layer, and whether its module is disabled. */
interface Plan {
  readonly kind: KindName;
  readonly mistake: Mistake | undefined;
  readonly layer: Layer;
  readonly isOff: boolean;
}

/** Every mistake in every layer, policies in one layer each, and documents without a mistake; shuffled by the seed. */
export function plansFor(seed: number): readonly Plan[] {
  const random = randomOf(seed);
  const plans: Plan[] = allMistakes().flatMap((mistake) => {
    const { kind } = mistake;
    const each = layers.map((layer) => ({ kind, mistake, layer, isOff: false }));
    return isInModule(mistake) ? [...each, { kind, mistake, layer: random.pick(layers), isOff: true }] : each;
  });
  for (const mistake of policyMistakes(random))
    plans.push({ kind: mistake.kind, mistake, layer: random.pick(layers), isOff: random.chance(0.1) });
  const right = plans.length / 20;
  for (let n = 0; n < right; n++) {
    plans.push({
      kind: random.pick(kindNames),
      mistake: undefined,
      layer: random.pick(layers),
      isOff: false,
    });
  }
  return random.some(plans, Infinity);
}

function isInModule({ kind, changes }: Mistake): boolean {
  const [{ path } = { path: [] as Path }] = changes;
  return (
    changes.length === 1 &&
    path.length > 1 &&
    path[1] !== 'enabled' &&
    kinds[kind].fields[String(path[0])]?.type === 'module'
  );
}

/** The document of a plan; undefined if the mistake is not possible in the layer. */
export function documentOf({ kind, mistake, layer, isOff }: Plan, seed: number): Document | undefined {
  const [drawn] = fc.sample(arbitrarySpec(kind, vocabulary), { numRuns: 1, seed });
  const before = { ...drawn!, ...mistake?.given };
  let after = before;
  const paths: Path[] = [];
  for (const { path, value } of mistake?.changes ?? []) {
    const whole = withParent(kind, after, path, seed);
    after = changed(whole, path, value);
    paths.push(path);
  }
  const [field] = paths[0] ?? [];
  if (isOff && paths[0]!.length > 1) after = changed(after, [field!, 'enabled'], false);
  const spoiled: Spoiled = { kind, before, after, paths };
  const files = mistake === undefined ? rightFiles(spoiled, layer, seed) : written(spoiled, layer);
  if (files === undefined) return undefined;
  const { edge_id: _edge, ...base } = meantBody(kind, before);
  const { edge_id: edgeId, ...meant } = meantBody(kind, layer === 'file' ? readFromFile(spoiled) : after);
  const name = `${kind} ${mistake?.name ?? '(right)'} in ${layer}${isOff ? ', switched off' : ''}`;
  return { name, kind, mistake, layer, files, base, meant, edgeId: edgeId ?? null };
}

/** A byte order mark at the beginning of a file is a sign of its editor, not of the value. */
function readFromFile({ after, paths: [path] }: Spoiled): JsonObject {
  const value = path === undefined ? undefined : valueAt(after, path);
  return path !== undefined && typeof value === 'string' && value.startsWith('\ufeff')
    ? changed(after, path, value.slice(1))
    : after;
}

/** A right value stands in the layer as a wrong one would. */
function rightFiles(spoiled: Spoiled, layer: Layer, seed: number): Files | undefined {
  const random = randomOf(seed);
  const names = Object.keys(spoiled.after);
  const path: Path = [random.pick(names)];
  return written({ ...spoiled, paths: [path] }, layer);
}

/**
 * The spec with a right value in the top-level field of a path that leads into it, so that one thing alone is wrong.
 */
function withParent(kind: KindName, spec: JsonObject, path: Path, seed: number): JsonObject {
  const [top] = path;
  const field = kinds[kind].fields[String(top)];
  if (path.length === 1 || field === undefined || valueAt(spec, [top!]) !== undefined) return spec;
  const [value] = fc.sample(arbitraryValue(String(top), field, vocabulary), { numRuns: 1, seed });
  return changed(spec, [top!], value);
}
