import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fieldAt, fieldsOf } from '../../src/derive/forms/fields.ts';
import { isKindName, kinds } from '../../src/kinds/index.ts';
import type { Operation } from '../../src/kinds/operation.ts';
import { rules } from '../../src/lint/rules.ts';

/** Where a sentence of the API is honoured; rule-homes.yaml says what each is. */
export type Home =
  | {
      readonly field: string;
      readonly is?: Facts;
      readonly members?: readonly string[];
      readonly words?: string;
    }
  | { readonly operation: string; readonly is?: Facts; readonly absent?: true }
  | { readonly rule: string }
  | { readonly export: string; readonly of: string }
  | { readonly case: string; readonly of: string };

type Facts = Readonly<Record<string, unknown>>;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The problem of a home; undefined if it is valid. */
export function problemOf(home: Home): string | undefined {
  if ('field' in home) return problemOfField(home);
  if ('operation' in home) return problemOfOperation(home);
  if ('rule' in home) return isRule(home.rule) ? undefined : `there is no rule ${home.rule}`;
  const wanted =
    'export' in home ? new RegExp(`^export (?:async )?(?:function|const) ${home.export}\\b`, 'm') : home.case;
  const text = existsSync(path.join(root, home.of)) ? readFileSync(path.join(root, home.of), 'utf8') : '';
  const isThere = typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
  return isThere ? undefined : `${home.of} has nothing like ${String(wanted)}`;
}

function problemOfField({
  field: dotted,
  is = {},
  members,
  words = '',
}: Extract<Home, { field: string }>): string | undefined {
  const [kind = '', ...steps] = dotted.split('.');
  const field = isKindName(kind) ? fieldAt(kind, steps) : undefined;
  if (field === undefined) return `there is no field ${dotted}`;
  if (!field.doc.includes(words)) return `the doc of ${dotted} does not say "${words}"`;
  if (members !== undefined && !isDeepStrictEqual(Object.keys(fieldsOf(field) ?? {}), members)) {
    return `${dotted} has the members ${Object.keys(fieldsOf(field) ?? {}).join(', ')}`;
  }
  return mismatch(dotted, field as unknown as Facts, is);
}

function problemOfOperation({
  operation,
  is = {},
  absent,
}: Extract<Home, { operation: string }>): string | undefined {
  const [kind = '', verb = ''] = operation.split('.');
  if (!isKindName(kind)) return `there is no kind ${kind}`;
  const found = new Map<string, Operation>(Object.entries(kinds[kind].operations)).get(verb);
  if (absent === true) return found === undefined ? undefined : `${operation} is offered`;
  return found === undefined
    ? `there is no operation ${operation}`
    : mismatch(operation, found as unknown as Facts, is);
}

function mismatch(what: string, actual: Facts, is: Facts): string | undefined {
  const wrong = Object.keys(is).find((name) => !isDeepStrictEqual(actual[name], is[name]));
  return wrong === undefined ? undefined : `${wrong} of ${what} is ${JSON.stringify(actual[wrong])}`;
}

function isRule(id: string): boolean {
  return rules.some((rule) => rule.id === id);
}
