/**
 * The structure of traffic policies as observed: phases hold lists of rules, a rule has expressions and actions. The
 * API does not document it, so unknown parts are left alone: only a known key with a wrong value, a missing key and a
 * misspelled key are mistakes.
 */
import { isJsonMap } from '../../../text/json/json-access.ts';
import { rememberLast } from '../../../text/remember-last.ts';
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

/**
 * The mistakes in a policy, compared with the table. Values under unknown keys are not checked. Kept, because two rules
 * report a part of them each.
 */
export const policyMistakes = rememberLast((tree: Json): readonly PolicyMistake[] => {
  const found: PolicyMistake[] = [];
  collect(tree, policyForm, [], found);
  return found;
});

/** `inside` changes with the walk; what keeps it copies it. */
type Inside = (string | number)[];

function collect(tree: Json, form: PolicyForm, inside: Inside, found: PolicyMistake[]): void {
  const { what, type } = form;
  if (!isOf(type, tree)) {
    found.push({ type: 'wrong-type', inside: [...inside], what, wanted: type, value: tree });
  } else if (form.type === 'list' && Array.isArray(tree)) {
    const items = tree as readonly Json[];
    if (form.least !== undefined && items.length === 0)
      found.push({ type: 'empty', inside: [...inside], what });
    for (let index = 0; index < items.length; index++) {
      inside.push(index);
      collect(items[index] ?? null, form.of, inside, found);
      inside.pop();
    }
  } else if (form.type === 'map' && isJsonMap(tree)) {
    collectInMap(tree, form, inside, found);
  }
}

function collectInMap(
  tree: Readonly<Record<string, Json>>,
  { what, keys, needs }: Extract<PolicyForm, { readonly type: 'map' }>,
  inside: Inside,
  found: PolicyMistake[],
): void {
  if (keys === undefined) return;
  let isMeant = false;
  let missing: readonly string[] | undefined;
  for (const key in tree) {
    const value = tree[key] ?? null;
    const form = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (form !== undefined) {
      inside.push(key);
      // A key with a null value counts as absent.
      if (value !== null) collect(value, form, inside, found);
      inside.pop();
      continue;
    }
    const at = [...inside, key];
    missing ??= Object.keys(keys).filter((one) => !Object.hasOwn(tree, one));
    const [meant] = suggestions(key, missing);
    isMeant ||= meant !== undefined && meant === needs;
    found.push(
      meant === undefined
        ? { type: 'unknown', inside: at, what, key }
        : { type: 'misspelt', inside: at, what, key, meant },
    );
  }
  if (needs !== undefined && !isMeant && (tree[needs] ?? null) === null)
    found.push({ type: 'missing', inside: [...inside], what, key: needs });
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
