import { canResultFrom } from '../../derive/compare/secret-shape.ts';
import { isTree } from '../../derive/forms/tree.ts';
import { policyText, policyTree } from '../../derive/policy/policy-text.ts';
import { hasSecretReference, textAroundSecrets } from '../../model/secret-reference.ts';
import type { Json, Spec } from '../../model/value.ts';
import { isJsonList, isJsonMap } from '../../text/json/json-access.ts';

/**
 * A resource whose policy has the references of another one where it has texts that may result from them: live, the
 * values of secrets are there, and which secret that is tells only what was applied (`access/signing-secret.ts`).
 */
export function withReferences(spec: Spec, other: Spec): Spec {
  if (!hasSecretReference(policyText(other)) || hasSecretReference(policyText(spec))) return spec;
  const [tree, templates] = [policyTree(spec), new Map<string, Templates>()];
  if (tree === undefined) return spec;
  learn(policyTree(other) ?? {}, '', templates);
  const text = JSON.stringify(replaced(tree, '', templates));
  const { traffic_policy: policy } = spec;
  return { ...spec, traffic_policy: isTree(policy) ? { ...policy, value: text } : text };
}

/** Texts with references, by the texts around them: of those with the same one, the first is as good as the others. */
type Templates = Map<string, string>;

/** The texts with references, by their keys without the indexes of lists. */
function learn(tree: Json, key: string, into: Map<string, Templates>): void {
  if (typeof tree === 'string' && hasSecretReference(tree)) {
    const known = into.get(key) ?? new Map<string, string>();
    const around = JSON.stringify(textAroundSecrets(tree));
    into.set(key, known.has(around) ? known : known.set(around, tree));
  }
  if (isJsonList(tree)) for (const item of tree) learn(item, key, into);
  else if (isJsonMap(tree))
    for (const [name, item] of Object.entries(tree)) learn(item, inside(key, name), into);
}

function replaced(tree: Json, key: string, templates: ReadonlyMap<string, Templates>): Json {
  // A value of a secret has no expression in it.
  if (typeof tree === 'string' && tree.includes('${')) return tree;
  if (typeof tree === 'string')
    return (
      [...(templates.get(key)?.values() ?? [])].find((template) => canResultFrom(template, tree)) ?? tree
    );
  if (isJsonList(tree)) return tree.map((item) => replaced(item, key, templates));
  if (!isJsonMap(tree)) return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([name, item]) => [name, replaced(item, inside(key, name), templates)]),
  );
}

/** A rule in the short form has its action in place of its list of actions. */
function inside(key: string, name: string): string {
  return name === 'actions' ? key : `${key}.${name}`;
}
