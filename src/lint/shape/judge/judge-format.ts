import type { DocumentNode } from '../../../model/document.ts';
import type { Path } from '../../../model/value.ts';
import type { FormatPosition } from '../file-format.ts';
import type { KeywordError } from '../fold.ts';
import { orList, shown, type ShapeFinding } from '../shape-finding.ts';

/** A value against which only the validator has something to say: forms, and what has no table of fields. */
export function judgeFormat(
  path: Path,
  error: KeywordError,
  node: DocumentNode,
  position: Pick<FormatPosition, 'field' | 'form'>,
): readonly ShapeFinding[] {
  // A literal in a secret field has a rule of its own, which never prints it.
  if (position.field?.secret === true) return [];
  const key = String(path.at(-1) ?? 'this');
  const value =
    node.type === 'scalar' ? shown(String(node.value)) : node.type === 'list' ? 'a list' : 'a mapping';
  const { form } = position;
  const { rule, is } = form ?? wanted(error);
  const isEmpty = node.type === 'scalar' && node.value === '';
  const message = isEmpty
    ? `\`${key}\` is empty, but must be ${is}`
    : `\`${key}\` must be ${is}, not ${value}`;
  return [
    {
      rule,
      finding: {
        at: { path },
        message: short(message, key, value),
        help: form?.help ?? helpFor(key, is, node),
      },
      broken: path,
    },
  ];
}

function helpFor(key: string, is: string, node: DocumentNode): string {
  const slug = key === 'name' && node.type === 'scalar' ? slugOf(String(node.value)) : '';
  if (slug === '') return `\`${key}\` must be ${is}`;
  return `write \`${slug}\`: lower-case letters, digits and \`-\`, at most 63, not beginning with \`-\``;
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, 63)
    .replaceAll(/-+$/g, '');
}

/** A sentence of at most 100 characters: what is right moves to the help if it has to. */
function short(message: string, key: string, value: string): string {
  return message.length <= 100 ? message : `${value} is not a valid \`${key}\``;
}

function wanted({ keyword, params }: KeywordError): { readonly rule: string; readonly is: string } {
  switch (keyword) {
    case 'type':
      return { rule: 'wrong-type', is: typeWords(params['type']) };
    case 'enum':
      return { rule: 'invalid-enum', is: orList((params['allowedValues'] as unknown[]).map(String)) };
    case 'const':
      return { rule: 'invalid-enum', is: `\`${String(params['allowedValue'])}\`` };
    case 'minimum':
    case 'exclusiveMinimum':
      return { rule: 'integer-range', is: `at least ${String(params['limit'])}` };
    case 'maximum':
    case 'exclusiveMaximum':
      return { rule: 'integer-range', is: `at most ${String(params['limit'])}` };
    default:
      return { rule: 'invalid-format', is: 'of another form' };
  }
}

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'a boolean',
  array: 'a list',
  object: 'a mapping',
  null: 'null',
};

function typeWords(type: unknown): string {
  const all = Array.isArray(type) ? type.map(String) : [String(type)];
  return all.map((one) => types[one] ?? one).join(' or ');
}
