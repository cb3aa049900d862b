import type { Json, JsonObject } from '../../../model/value.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import { ForgeError } from '../../../model/forge.ts';
import { safeWords } from '../../http/failure-words.ts';

/** Access to one object of a response: every field must have its type. `of` names the object in errors. */
export interface AnswerReader {
  readonly text: (name: string) => string;
  readonly optionalText: (name: string) => string | undefined;
  /** A whole number, or text, as a path needs it. */
  readonly id: (name: string) => string;
  readonly object: (name: string) => AnswerReader;
  readonly optionalObject: (name: string) => AnswerReader | undefined;
  readonly flag: (name: string) => boolean;
}

export function readAnswer(json: Json | undefined, of: string): AnswerReader {
  if (!isJsonMap(json)) throw malformed(of, 'it is not an object');
  return readerOf(json, of);
}

/** The items of a list, each an object. */
export function readItems(json: Json | undefined, of: string): readonly AnswerReader[] {
  if (!Array.isArray(json)) throw malformed(of, 'it is not a list');
  return (json as readonly Json[]).map((item, index) => readAnswer(item, `${of}[${index}]`));
}

function readerOf(json: JsonObject, of: string): AnswerReader {
  const wrong = (name: string, wanted: string): ForgeError =>
    malformed(of, `\`${safeWords(name)}\` is not ${wanted}`);
  const optionalText = (name: string): string | undefined => {
    const value = json[name] ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    throw wrong(name, 'text');
  };
  const optionalObject = (name: string): AnswerReader | undefined => {
    const value = json[name] ?? undefined;
    if (value === undefined) return undefined;
    if (isJsonMap(value)) return readerOf(value, `${of}.${name}`);
    throw wrong(name, 'an object');
  };
  return {
    optionalText,
    optionalObject,
    text: (name) => {
      const value = optionalText(name);
      if (value === undefined) throw wrong(name, 'text');
      return value;
    },
    id: (name) => {
      const value = json[name];
      if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
      if (typeof value === 'string' && /^[\w=-]{1,100}$/.test(value)) return value;
      throw wrong(name, 'an id');
    },
    object: (name) => {
      const value = optionalObject(name);
      if (value === undefined) throw wrong(name, 'an object');
      return value;
    },
    flag: (name) => {
      const value = json[name] ?? false;
      if (typeof value === 'boolean') return value;
      throw wrong(name, 'a boolean');
    },
  };
}

/** The error for a success whose content cannot be used. */
export function malformed(of: string, why: string): ForgeError {
  return new ForgeError('malformed', `the response with ${of} is malformed: ${why}`);
}
