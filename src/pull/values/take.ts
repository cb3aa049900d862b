import { plainValue } from '../../derive/schema/plain-value.ts';
import { resource } from '../../kinds/documents/resource.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { CompiledResource, Layer } from '../../model/desired.ts';
import type { LedgerSpec } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { withKey } from '../edit/with-key.ts';
import { nextValue } from './next-value.ts';
import type { PolicyContext } from './next-policy.ts';
import { isJsonMap, isSameJson } from '../../text/json/json-access.ts';
import { codeList } from '../../text/words/list-words.ts';

const order = Object.keys(resource.fields);

export interface DeclaredObject {
  readonly desired: CompiledResource;
  readonly live: Live;
  /** The top-level fields to pull. */
  readonly fields: readonly string[];
  /** The values observed after our last write. */
  readonly observed?: LedgerSpec | undefined;
  /** The environments that the resource applies to. */
  readonly environments: readonly string[];
}

export interface TakenDocument {
  /** The new content of the resource's document. */
  readonly document: Readonly<Record<string, Json>>;
  /** Notes for the user about where values were written. */
  readonly notes: readonly string[];
}

/**
 * Writes live values in place of the declared ones; a value that would replace a shared one goes to the resource
 * itself.
 */
export function take(taking: PolicyContext, declared: DeclaredObject): TakenDocument {
  const { desired, live, fields, observed } = declared;
  const { document: declaration, layers } = desired.written();
  const { root } = declaration.document;
  const written = root === undefined ? {} : plainValue(root);
  let document = isJsonMap(written) ? written : {};
  const notes: string[] = [];
  for (const field of fields) {
    const layer = layers.get(field);
    const raw = layer && plainValue(layer.node);
    const before = taking.found.expressions.length;
    const isShared = layer?.label.startsWith('preset/') === true || isForOthers(declared, layer);
    const standing = isShared ? 'shared' : 'own';
    const next = nextValue(
      { ...taking, standing },
      { raw, current: desired.spec[field], live: live.spec[field], observed: observed?.[field] },
      [field],
    );
    if (isSameJson(next, raw)) continue;
    const lost = [...new Set(taking.found.expressions.slice(before))];
    const where = placeOf(declared, layer);
    const value = next ?? takenOut(declared, field, { layer, where });
    document = documentWith(document, where, { kind: desired.kind, name: field, value });
    const note = noteOf(declared, { field, layer, where, lost });
    if (note !== undefined) notes.push(note);
  }
  return { document, notes };
}

/** A live value of one environment must not affect the others. */
function placeOf({ desired, environments }: DeclaredObject, layer: Layer | undefined): OwnLayer {
  const isOverride = layer?.label.startsWith('overrides.') === true;
  return environments.length <= 1 && !isOverride
    ? { layer: 'spec' }
    : { layer: 'overrides', environment: desired.environment };
}

/** Whether other environments use the value of this layer too. */
function isForOthers({ environments }: DeclaredObject, layer: Layer | undefined): boolean {
  return environments.length > 1 && layer?.label === 'spec';
}

/** Null if a lower layer declares the field, to remove it; otherwise undefined, so that the field is dropped. */
function takenOut(
  { desired }: DeclaredObject,
  field: string,
  { layer, where }: Pick<Where, 'layer' | 'where'>,
): null | undefined {
  const stands = layer?.label === (where.layer === 'spec' ? 'spec' : `overrides.${where.environment}`);
  const isBelow = desired.written().replaced.some((replacedLayer) => replacedLayer.field === field);
  return stands && !isBelow ? undefined : null;
}

interface Where {
  readonly field: string;
  readonly layer: Layer | undefined;
  readonly where: OwnLayer;
  readonly lost: readonly string[];
}

function noteOf(declared: DeclaredObject, { field, layer, where, lost }: Where): string | undefined {
  const { address, environment } = declared.desired;
  const place = where.layer === 'spec' ? '`spec`' : `\`overrides.${environment}\``;
  if (layer?.label.startsWith('preset/') === true)
    return `${address}: \`${field}\` is in ${place} now; \`${layer.label}\` is left as it is`;
  if (lost.length > 0)
    return `${address}: \`${field}\` has its own value in ${place} now, instead of ${codeList(lost)}`;
  return isForOthers(declared, layer)
    ? `${address}: \`${field}\` is in ${place} now; the other environments keep theirs`
    : undefined;
}

/** A layer in the resource's own document. */
type OwnLayer = { readonly layer: 'spec' } | { readonly layer: 'overrides'; readonly environment: string };

/** The document of a resource with a field of a layer set, or removed if `value` is undefined. */
function documentWith(document: JsonObject, where: OwnLayer, field: NewField): JsonObject {
  if (where.layer === 'spec')
    return withKey(document, 'spec', withField(memberOf(document, 'spec'), field), order);
  const overrides = memberOf(document, 'overrides');
  const ownOverrides = withField(memberOf(overrides, where.environment), field);
  const rest = withKey(overrides, where.environment, ownOverrides, []);
  const left = Object.keys(ownOverrides).length === 0 ? without(rest, where.environment) : rest;
  return Object.keys(left).length === 0
    ? without(document, 'overrides')
    : withKey(document, 'overrides', left, order);
}

/** The new value of a field; undefined to remove it. */
interface NewField {
  readonly kind: KindName;
  readonly name: string;
  readonly value: Json | undefined;
}

function withField(spec: JsonObject, { kind, name, value }: NewField): JsonObject {
  return value === undefined
    ? without(spec, name)
    : withKey(spec, name, value, Object.keys(kinds[kind].fields));
}

function memberOf(map: JsonObject, key: string): JsonObject {
  const member = map[key];
  return isJsonMap(member) ? member : {};
}

function without(map: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key));
}
