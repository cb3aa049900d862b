import { typeInWords, numberRange } from '../../../derive/schema/schema-words.ts';
import type { Field, NumberField, TextField } from '../../../kinds/field.ts';
import { suggestions } from '../../../text/suggest.ts';
import { diagnoseBytes, reservedBytes } from './bytes.ts';
import { guessedShape } from '../guess/guessed-shape.ts';
import type { Diagnosis, Hint, WrongValue } from './diagnosis.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import { orList } from '../../../text/words/list-words.ts';
import { quotedStart } from '../shape-finding.ts';
import { meantBoolean } from '../../../text/words/meant-boolean.ts';

/** Checks a value against its field; undefined if the value is valid. */
export function diagnoseValue(wrong: WrongValue): Diagnosis | undefined {
  const { field, value } = wrong;
  switch (field.type) {
    case 'string':
      return typeof value === 'string' ? diagnoseText(wrong, field, value) : notText(wrong);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : wrongType(wrong, yamlBoolean(wrong) ?? oneOf(wrong));
    case 'int64':
    case 'uint32':
    case 'float64':
      return typeof value === 'number'
        ? diagnoseNumber(wrong, field, value)
        : wrongType(wrong, numberHint(field, value) ?? oneOf(wrong));
    case 'list':
      return Array.isArray(value) ? undefined : wrongType(wrong, listHint(wrong));
    case 'map':
    case 'ref':
    case 'object':
    case 'module':
      return isJsonMap(value) ? undefined : notMap(wrong);
  }
}

function diagnoseText(wrong: WrongValue, field: TextField, value: string): Diagnosis | undefined {
  if (field.values !== undefined && !field.values.includes(value))
    return notAmong(wrong, field.values, value);
  return diagnoseBytes({ name: wrong.name, value }, field, reservedBytes(field, { marker: wrong.hasMarker }));
}

/** Rules for particular enumerations, by their values. */
const enumRules: Readonly<Record<string, string>> = { cloud: 'endpoint-type-cloud' };

function notAmong({ name }: WrongValue, values: readonly string[], value: string): Diagnosis {
  const meant =
    suggestions(value, values)[0] ??
    containing(value, values) ??
    (values.length === 1 ? values[0] : undefined);
  return {
    rule: enumRules[values.join()] ?? 'invalid-enum',
    message: `${name} must be ${orList(values)}, not ${quotedStart(value)}`,
    fix: meant === undefined ? undefined : { safety: 'unsafe', title: `write \`${meant}\``, with: meant },
  };
}

/** The only valid value that contains the word, or has the same words in another order. */
function containing(value: string, values: readonly string[]): string | undefined {
  const words = value.toLowerCase().split(/[-_ ]/).sort().join();
  const found = values.filter(
    (candidate) =>
      value !== '' &&
      (candidate.split('_').includes(value.toLowerCase()) || candidate.split('_').sort().join() === words),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** YAML reads 1.2 as a number and true as a boolean. Where a string is expected, only the quotes are missing. */
function notText(wrong: WrongValue): Diagnosis {
  const { field, name, value, text } = wrong;
  const lacksQuotes = (typeof value === 'number' || typeof value === 'boolean') && !isBound(field);
  if (!lacksQuotes || field.secret === true) return wrongType(wrong, oneOf(wrong) ?? oneString(wrong));
  const type = typeof value === 'number' ? 'a number' : 'a boolean';
  return {
    rule: 'yaml-scalar-type',
    message: `${name} must be a string, but YAML reads ${quotedStart(text ?? String(value))} as ${type}`,
    ...(text === undefined
      ? { help: 'put it in quotes where it is written' }
      : { fix: { safety: 'safe', title: 'put it in quotes', with: text } }),
  };
}

/** Help for a string whose `:` YAML takes for that of a key: `"db.example.com":5432`. */
function oneString({ field, value }: WrongValue): Hint | undefined {
  if (!isJsonMap(value) || field.secret === true) return undefined;
  if (field.type === 'string' && field.form === 'metadata') {
    const json = JSON.stringify(value);
    return { help: 'write it as text: JSON in single quotes', with: json };
  }
  const [[key, item] = ['', undefined], more] = Object.entries(value);
  if (more !== undefined || (typeof item !== 'string' && typeof item !== 'number'))
    return { help: 'write one string, in quotes if it has a `: `' };
  const isAddress = field.type === 'string' && field.form === 'hostport';
  const text = `${key}:${isAddress ? '' : ' '}${item}`;
  return { help: `write \`${JSON.stringify(text)}\``, with: text };
}

/** Whether a string has a fixed set of values: then quotes alone do not help. */
function isBound(field: Field): boolean {
  return field.type === 'string' && field.values !== undefined;
}

function diagnoseNumber(wrong: WrongValue, field: NumberField, value: number): Diagnosis | undefined {
  const { name } = wrong;
  const text = wrong.text ?? String(value);
  if (!Number.isFinite(value)) {
    return {
      rule: 'non-finite-number',
      message: `${name} must be ${typeInWords(field)}, and JSON has no \`${text}\``,
      help: 'write the number itself',
    };
  }
  if (field.unit === 'fraction') return diagnoseFraction(name, value, text);
  const range = numberRange(field);
  if (field.type === 'float64' || range === undefined) return undefined;
  if (Number.isInteger(value) && value > range.max && field.unit === 'buckets') {
    const most = String(range.max);
    return {
      rule: 'cb-num-buckets-max',
      message: `${name} is ${text}, but at most ${most} are allowed`,
      fix: { safety: 'unsafe', title: `write ${most}`, with: range.max },
    };
  }
  if (Number.isInteger(value) && value >= range.min && value <= range.max) return undefined;
  return {
    rule: 'integer-range',
    message: `${name} must be a whole number from ${range.min} to ${range.max}, not \`${text}\``,
    help: within(value, range),
  };
}

/** Help that names the nearest valid number. */
function within(value: number, { min, max }: { readonly min: number; readonly max: number }): string {
  if (value < min) return `write \`${min}\` or more`;
  return value > max ? `write \`${max}\` or less` : `write \`${Math.round(value)}\``;
}

function diagnoseFraction(name: string, value: number, text: string): Diagnosis | undefined {
  if (value >= 0 && value <= 1) return undefined;
  const share = Number((value / 100).toPrecision(12));
  const isPercentage = value > 1 && value <= 100;
  return {
    rule: 'cb-error-threshold-range',
    message: `${name} must be a fraction from 0 to 1.0, not \`${text}\``,
    fix: isPercentage
      ? { safety: 'unsafe', title: `write ${text} percent as the fraction \`${share}\``, with: share }
      : undefined,
    help: isPercentage ? undefined : 'write a fraction, such as `0.25` for 25 percent',
  };
}

function notMap(wrong: WrongValue): Diagnosis {
  const { field, name, value } = wrong;
  if (field.type === 'module' && 'value' in field.module.fields && typeof value === 'string') {
    const { text } = wrong;
    const isShort = text !== undefined && !text.includes('\n');
    return {
      rule: 'traffic-policy-form',
      message: `${name} is a module here: the policy is its \`value\``,
      help: isShort
        ? 'only an endpoint takes the policy itself'
        : 'write `traffic_policy: { value: … }`; only an endpoint takes the policy itself',
      fix: isShort ? { safety: 'safe', title: 'put the policy under `value`', with: { value } } : undefined,
    };
  }
  if (value === null) return wrongType(wrong, { help: 'write `{}` for all defaults, or delete the line' });
  const hint = field.type === 'module' ? switchHint(wrong) : undefined;
  return wrongType(wrong, hint ?? guessedShape(wrong));
}

/** `compression: true` was meant to enable the module. */
function switchHint({ name, value }: WrongValue): Hint | undefined {
  if (typeof value !== 'boolean') return undefined;
  const meant = value ? '{}' : '{ enabled: false }';
  return { help: `write \`${name.replaceAll('`', '')}: ${meant}\``, with: value ? {} : { enabled: false } };
}

/** Help for a list in place of a single value. */
function oneOf({ value }: WrongValue): Hint | undefined {
  if (!Array.isArray(value)) return undefined;
  const [first] = value as readonly unknown[];
  if (value.length === 1 && typeof first === 'object')
    return { help: 'write the mapping itself: remove the `-` or the brackets around it' };
  return value.length === 1 && typeof first === 'string'
    ? { help: 'write it without the brackets', with: first }
    : { help: 'write one value; for more, write a resource for each' };
}

function wrongType(wrong: WrongValue, hint: Hint | undefined): Diagnosis {
  const wanted = wrong.field.type === 'module' ? 'a mapping' : typeInWords(wrong.field);
  const message =
    wrong.value === null
      ? `${wrong.name} is empty, but must be ${wanted}`
      : `${wrong.name} must be ${wanted}, not ${actual(wrong)}`;
  if (hint === undefined) return { rule: 'wrong-type', message };
  const { help, with: meant, instead } = hint;
  if (meant === undefined) return { rule: 'wrong-type', message, ...instead, help };
  return { rule: 'wrong-type', message, fix: { safety: 'unsafe', title: help, with: meant } };
}

function actual({ field, value, text }: WrongValue): string {
  if (Array.isArray(value)) return 'a list';
  if (isJsonMap(value)) return 'a mapping';
  const isSecret = field.secret === true;
  if (typeof value === 'string')
    return isSecret ? 'a string' : `the string ${quotedStart(asWritten(value, text))}`;
  return isSecret ? `a ${typeof value}` : `\`${text ?? String(value)}\``;
}

/** The string with its quotes if it has some: they may be the mistake. */
function asWritten(value: string, text: string | undefined): string {
  return text === `"${value}"` || text === `'${value}'` ? text : value;
}

function yamlBoolean({ value, text }: WrongValue): Hint | undefined {
  const meant = meantBoolean(value);
  if (meant === undefined || typeof value !== 'string') return undefined;
  const isQuoted = text?.startsWith('"') === true || text?.startsWith("'") === true;
  return {
    help: isQuoted
      ? `write \`${meant}\` without quotes`
      : `write \`${meant}\`: ${quotedStart(value)} is a string in YAML 1.2`,
    with: meant,
  };
}

function numberHint(field: NumberField, value: unknown): Hint | undefined {
  if (typeof value !== 'string') return undefined;
  const [, digits, unit] = /^\s*(-?\d+(?:\.\d+)?)\s*(%|[a-zA-Z]*)\s*$/.exec(value) ?? [];
  if (digits === undefined)
    return { help: field.unit === 'seconds' ? 'write the number of seconds' : 'write a number' };
  const number = Number(digits);
  if (unit === '') return { help: 'take the quotes away', with: number };
  if (unit === '%') return { help: `write the fraction \`${number / 100}\``, with: number / 100 };
  const seconds = secondsIn[unit ?? ''];
  if (field.unit !== 'seconds' || seconds === undefined) return undefined;
  const meant = Math.round(number * seconds);
  return { help: `write the seconds as a plain number: \`${meant}\``, with: meant };
}

const secondsIn: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  sec: 1,
  m: 60,
  min: 60,
  h: 3600,
  d: 86_400,
};

function wordsOf(list: string): readonly string[] {
  return list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function listHint({ field, value, text }: WrongValue): Hint | undefined {
  if (isJsonMap(value)) {
    const names = Object.keys(value);
    const isPlain = names.every((name) => /^[\w./-]+$/.test(name)) && names.join().length <= 60;
    return { help: `write a list of the names: \`[${isPlain ? names.join(', ') : '…'}]\`` };
  }
  if (typeof value !== 'string' || text === undefined || text.includes('\n')) return undefined;
  if (field.secret === true) return undefined;
  const isPlain = text === value && !/[[\]{}]/.test(value);
  return {
    help: `write a list: \`[${isPlain ? wordsOf(value).join(', ') : text}]\``,
    with: isPlain ? wordsOf(value) : [value],
  };
}
