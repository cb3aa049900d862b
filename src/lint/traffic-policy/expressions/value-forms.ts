import type { PolicyVariable, ValueForm } from '../../../kinds/policy/variable.ts';
import { ipRange } from '../../../text/ip-ranges.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import { asCode } from '../../../text/quoted.ts';

/** The strings that a value can be, begin with, end with, and have in it. */
export interface StringSet {
  readonly isValue: (text: string) => boolean;
  readonly isStart: (text: string) => boolean;
  readonly isEnd: (text: string) => boolean;
  readonly isPart: (text: string) => boolean;
  /** Why a string is not one of them. */
  readonly why: (text: string) => string;
  /** The string that was probably meant. */
  readonly meant?: (text: string) => string | undefined;
}

interface Form {
  /** All values begin with one of these. */
  readonly begin?: readonly string[];
  /** No value begins with it. */
  readonly notBegin?: string;
  /** A character that values can have. */
  readonly character?: RegExp;
  /** People write `*` for any part of such a value, where it is an asterisk. */
  readonly isWild?: true;
  /** A whole value. */
  readonly whole?: RegExp | ((text: string) => boolean);
  readonly why: string;
  /** More exact reasons, of which the first that matches is given. */
  readonly because?: readonly (readonly [RegExp, string])[];
  readonly meant?: (text: string) => string | undefined;
}

const countryNames: Readonly<Record<string, string>> = {
  UK: 'GB',
  USA: 'US',
  GBR: 'GB',
  DEU: 'DE',
  FRA: 'FR',
};

const continents: Readonly<Record<string, string>> = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
};

const noWildcard = [/\*/, '`*` is not a wildcard here'] as const;

const path = {
  begin: ['/'],
  isWild: true,
  because: [
    [/^[a-z][a-z+.-]*:\/\//i, 'a path has no scheme and no host'],
    noWildcard,
    [/\?/, 'a path has no query'],
    [/#/, 'a fragment is not sent'],
    [/^(?!\/)/, 'a path begins with `/`'],
  ],
  why: 'a path begins with `/`',
  meant: (text: string) =>
    /[*?#]|:\/\//.test(text) || text === '' || text.startsWith('/') ? undefined : `/${text}`,
} as const;

const forms: Readonly<Record<ValueForm, Form>> = {
  address: {
    character: /[\da-f.:]/i,
    whole: (text) => !text.includes('/') && ipRange(text) !== undefined,
    why: 'it is one IP address',
    because: [[/\//, 'it is one IP address, compared as text']],
  },
  continent: {
    whole: /^(?![A-Z]{2}$)/,
    why: 'it is the name of a continent',
    meant: (text) => continents[text],
  },
  country: { whole: /^(?![A-Z]{2,3}$)/, why: 'it is the name of a country' },
  'country-code': {
    character: /[A-Z]/,
    whole: /^(?!UK$)[A-Z]{2}$/,
    why: 'a country code is two capital letters',
    because: [
      [/^UK$/, 'the code of the United Kingdom is `GB`'],
      [/^(?!.{2,3}$)/, 'a country code is two capital letters, such as `DE`'],
    ],
    meant: (text) => {
      const code = text.trim().toUpperCase();
      return countryNames[code] ?? (/^[A-Z]{2}$/.test(code) ? code : undefined);
    },
  },
  email: { character: /\S/, whole: /@/, why: 'an e-mail address has an `@`' },
  host: {
    character: /[^/\s?#]/,
    isWild: true,
    why: 'it is a host',
    because: [[/:\/\//, 'a host has no scheme'], [/\//, 'a host has no path'], noWildcard],
    meant: (text) => /^(?:[a-z][a-z+.-]*:\/\/)?([^/*\s?#]+)(?:\/.*)?$/i.exec(text)?.[1],
  },
  'http-version': {
    character: /[HTP\d/.]/,
    whole: /^HTTP\/\d\.\d$/,
    why: 'it is written as `HTTP/2.0`',
    meant: (text) => {
      const [, major, minor = '0'] = /^(?:http\/|h)?([1-3])(?:\.(\d))?$/i.exec(text.trim()) ?? [];
      return major === undefined ? undefined : `HTTP/${major}.${minor}`;
    },
  },
  'media-type': {
    character: /[^;\s]/,
    whole: /\//,
    why: 'a media type is written as `text/html`',
    because: [[/;/, 'its parameters are left out']],
    meant: (text) => /^([^;\s]+\/[^;\s]+)\s*;/.exec(text)?.[1],
  },
  method: {
    character: /[^a-z\s]/,
    why: 'a method is in capitals',
    meant: (text) => (/^\s*[a-z]+\s*$/i.test(text) ? text.trim().toUpperCase() : undefined),
  },
  path: { ...path, character: /[^?#]/ },
  'path-and-query': { ...path, character: /[^#]/ },
  query: {
    notBegin: '?',
    why: 'a query is without its `?`',
    meant: (text) => (text.startsWith('?') ? text.slice(1) : undefined),
  },
  url: {
    begin: ['http://', 'https://'],
    why: 'it is the whole URL',
    because: [noWildcard],
    character: /[^\s#]/,
    isWild: true,
  },
};

const cases = {
  lower: { character: /\P{Lu}/u, why: 'it is in lower case', meant: (text: string) => text.toLowerCase() },
  upper: { character: /\P{Ll}/u, why: 'it is in upper case', meant: (text: string) => text.toUpperCase() },
} as const;

/** The strings that a variable can be; undefined: any. */
export function stringsOf({ form, values }: PolicyVariable): StringSet | undefined {
  if (values !== undefined) return setOfValues(values);
  return form === undefined ? undefined : setOfForm(forms[form]);
}

/** The strings that a method such as `lower` gives. */
export function stringsInCase(letterCase: 'lower' | 'upper'): StringSet {
  return setOfForm(cases[letterCase]);
}

function setOfForm({
  begin = [''],
  notBegin,
  character,
  isWild,
  whole,
  why,
  because = [],
  meant,
}: Form): StringSet {
  const isPart = (text: string): boolean =>
    character === undefined || Array.from(text).every((letter) => character.test(letter));
  const isEnd = (text: string): boolean => isPart(text) && !(isWild === true && text.includes('*'));
  const isBegun = (text: string): boolean =>
    isEnd(text) && (notBegin === undefined || !text.startsWith(notBegin));
  return {
    isPart,
    isEnd,
    // A value may begin with more than the text, or with less than all of it.
    isStart: (text) =>
      isBegun(text) && begin.some((beginning) => text.startsWith(beginning) || beginning.startsWith(text)),
    isValue: (text) =>
      isBegun(text) &&
      begin.some((beginning) => text.startsWith(beginning)) &&
      (whole === undefined || (typeof whole === 'function' ? whole(text) : whole.test(text))),
    why: (text) => because.find(([pattern]) => pattern.test(text))?.[1] ?? why,
    ...withoutUndefined({ meant }),
  };
}

function setOfValues(values: readonly string[]): StringSet {
  const words = values.map(asCode);
  return {
    isPart: (text) => values.some((value) => value.includes(text)),
    isStart: (text) => values.some((value) => value.startsWith(text)),
    isEnd: (text) => values.some((value) => value.endsWith(text)),
    isValue: (text) => values.includes(text),
    why: () => `it is ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
    meant: (text) => {
      const plain = text.toLowerCase().replace(/:\/*$|^tls ?v?/, '');
      return values.find((value) => value === plain);
    },
  };
}
