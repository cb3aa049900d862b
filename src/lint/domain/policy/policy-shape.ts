/**
 * The structure of traffic policies as observed: phases hold lists of rules, a rule has expressions and actions. The
 * API does not document it, so unknown parts are left alone: only a known key with a wrong value, a missing key and a
 * misspelled key are mistakes.
 */
import { isJsonMap } from '../../../text/json-access.ts';
import { suggestions } from '../../../text/suggest.ts';
import type { Json, Path } from '../../../model/value.ts';
import { phases } from './policy-rules.ts';

/** Expected form of a part of a policy. `what` names it in a message; a map without `keys` may hold anything. */
export type PolicyForm =
  | { readonly type: 'any' | 'text'; readonly what: string }
  | { readonly type: 'list'; readonly what: string; readonly of: PolicyForm; readonly least?: 1 }
  | { readonly type: 'map'; readonly what: string; readonly keys?: Keys; readonly needs?: string };

type Keys = Readonly<Record<string, PolicyForm>>;

const text = (what: string): PolicyForm => ({ type: 'text', what });

/** Fields observed on policies, rules and actions, either as a boolean or as a string. */
const any = (what: string): PolicyForm => ({ type: 'any', what });

const action: PolicyForm = {
  type: 'map',
  what: 'an action',
  keys: {
    type: text('the `type` of an action'),
    config: { type: 'map', what: 'the `config` of an action' },
    enabled: any('the `enabled` of an action'),
    on_error: any('the `on_error` of an action'),
  },
  needs: 'type',
};

const rule: PolicyForm = {
  type: 'map',
  what: 'a rule',
  keys: {
    name: text('the `name` of a rule'),
    enabled: any('the `enabled` of a rule'),
    expressions: { type: 'list', what: '`expressions`', of: text('an expression') },
    actions: { type: 'list', what: '`actions`', of: action, least: 1 },
  },
  needs: 'actions',
};

export const policyForm: PolicyForm = {
  type: 'map',
  what: 'a traffic policy',
  keys: {
    enabled: any('the `enabled` of a traffic policy'),
    ...Object.fromEntries(
      phases.map((phase) => [phase, { type: 'list', what: `\`${phase}\``, of: rule } as const]),
    ),
  },
};

/** A part of a policy that does not match the table, and its path. `meant` is the probably intended key. */
export type PolicyMistake = { readonly inside: Path; readonly what: string } & (
  | { readonly type: 'wrong-type'; readonly wanted: PolicyForm['type']; readonly value: Json }
  | { readonly type: 'missing'; readonly key: string }
  | { readonly type: 'empty' }
  | { readonly type: 'misspelt'; readonly key: string; readonly meant: string }
  | { readonly type: 'unknown'; readonly key: string }
);

/** Compares a policy with the table. Values under unknown keys are not checked. */
export function* policyMistakes(
  tree: Json,
  form: PolicyForm = policyForm,
  inside: Path = [],
): Iterable<PolicyMistake> {
  const { what, type } = form;
  if (!isOf(type, tree)) {
    yield { type: 'wrong-type', inside, what, wanted: type, value: tree };
  } else if (form.type === 'list' && Array.isArray(tree)) {
    const items = tree as readonly Json[];
    if (form.least !== undefined && items.length === 0) yield { type: 'empty', inside, what };
    for (const [index, item] of items.entries()) yield* policyMistakes(item, form.of, [...inside, index]);
  } else if (form.type === 'map' && isJsonMap(tree)) {
    yield* mapMistakes(tree, form, inside);
  }
}

function* mapMistakes(
  tree: Readonly<Record<string, Json>>,
  { what, keys, needs }: Extract<PolicyForm, { readonly type: 'map' }>,
  inside: Path,
): Iterable<PolicyMistake> {
  if (keys === undefined) return;
  const missing = Object.keys(keys).filter((key) => !Object.hasOwn(tree, key));
  let isMeant = false;
  for (const [key, value] of Object.entries(tree)) {
    const form = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (form !== undefined) {
      // A key with a null value counts as absent.
      if (value !== null) yield* policyMistakes(value, form, [...inside, key]);
      continue;
    }
    const [meant] = suggestions(key, missing);
    isMeant ||= meant !== undefined && meant === needs;
    const at = [...inside, key];
    yield meant === undefined
      ? { type: 'unknown', inside: at, what, key }
      : { type: 'misspelt', inside: at, what, key, meant };
  }
  if (needs !== undefined && !isMeant && (tree[needs] ?? null) === null)
    yield { type: 'missing', inside, what, key: needs };
}

function isOf(type: PolicyForm['type'], value: Json): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'list':
      return Array.isArray(value);
    case 'map':
      return isJsonMap(value);
  }
}
