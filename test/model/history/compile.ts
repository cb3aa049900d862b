import { isMap, isTexts, type Json, type JsonMap, plainText } from '../service/values.ts';
import { kindShapes, type Kind } from '../service/tables.ts';
import type { Workspace } from './workspace.ts';

/** A resource as declared for one environment, in the write form; secrets by value, policies as text. */
export interface Declared {
  readonly address: string;
  readonly kind: Kind;
  readonly edgeId?: string;
  readonly spec: JsonMap;
}

/** Prefix of the placeholder for a secret whose value is not set. */
export const unknownSecret = 'unknown secret: ';

/**
 * A second implementation of the compiler, from the documentation: presets, then `spec`, then `overrides`, where a
 * top-level field is replaced whole and null removes a lower layer's field; `$(…)` in strings; names of `ids`.
 */
export function declaredBy(
  workspace: Workspace,
  environment: string,
  secrets: ReadonlyMap<string, string>,
): readonly Declared[] {
  const { vars = {}, ids = {} } = workspace.environment(environment) as Record<string, JsonMap>;
  const documents = workspace.documents().map(({ document }) => document);
  const presets = new Map(
    documents.filter(({ kind }) => kind === 'preset').map(({ name, spec }) => [plainText(name), asMap(spec)]),
  );
  const expand = (value: Json): Json => expanded(value, { vars, ids, environment, secrets, workspace });
  return documents
    .filter((document) => plainText(document['kind']) in kindShapes && isMeant(document, environment))
    .map((document) => {
      const uses = isTexts(document['uses']) ? document['uses'] : [];
      const overrides = asMap(asMap(document['overrides'])[environment]);
      const layers = [...uses.map((name) => asMap(presets.get(name))), asMap(document['spec']), overrides];
      const merged = Object.entries(Object.assign({}, ...layers) as JsonMap).filter(
        ([, value]) => value !== null,
      );
      const { edge_id: edgeId, ...spec } = expand(Object.fromEntries(merged)) as JsonMap;
      const kind = document['kind'] as Kind;
      return {
        address: `${kind}/${plainText(document['name'])}`,
        kind,
        ...(edgeId === undefined ? {} : { edgeId: plainText(edgeId) }),
        spec: withPolicyTexts(kind, spec),
      };
    });
}

function isMeant({ environments }: JsonMap, environment: string): boolean {
  return environments === undefined || (isTexts(environments) && environments.includes(environment));
}

interface Scope {
  readonly vars: JsonMap;
  readonly ids: JsonMap;
  readonly environment: string;
  readonly secrets: ReadonlyMap<string, string>;
  readonly workspace: Workspace;
}

function expanded(value: Json, scope: Scope): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => expanded(item, scope));
  if (isMap(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expanded(item, scope)]));
  }
  if (typeof value !== 'string') return value;
  const whole = /^\$\(([a-z_]\w*)\)$/i.exec(value)?.[1];
  if (whole !== undefined && whole !== 'environment') return scope.vars[whole] ?? value;
  const file = /^\$\(file:([^)]+)\)$/.exec(value)?.[1];
  if (file !== undefined) return scope.workspace.textOf(file);
  const text = value
    .replaceAll(/(?<!\$)\$\(secret:([A-Z0-9_]+)\)/g, (_, name: string) => {
      return scope.secrets.get(name) ?? unknownSecret + name;
    })
    .replaceAll(/(?<!\$)\$\(([a-z_]\w*)\)/gi, (_, name: string) =>
      name === 'environment' ? scope.environment : plainText(scope.vars[name]),
    )
    .replaceAll('$$(', '$(');
  return /^(https-edge|backend|ip-policy|certificate-authority)\//.test(text)
    ? (scope.ids[text] ?? text)
    : text;
}

function withPolicyTexts(kind: Kind, spec: JsonMap): JsonMap {
  const policy = spec['traffic_policy'];
  if (!isMap(policy)) return spec;
  if (kind === 'endpoint') return { ...spec, traffic_policy: JSON.stringify(policy) };
  const value = policy['value'];
  return isMap(value) ? { ...spec, traffic_policy: { ...policy, value: JSON.stringify(value) } } : spec;
}

function asMap(value: Json | undefined): JsonMap {
  return isMap(value) ? value : {};
}
