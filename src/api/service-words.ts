import { isJsonMap } from '../text/json-access.ts';
import type { Json } from '../model/value.ts';

/** What an error answer says of itself. */
export interface ServiceWords {
  readonly message: string | undefined;
  readonly operationId: string | undefined;
}

/** Controls, and what turns the direction of a text or hides in it. */
const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;
const longest = 300;

/** Reads an error answer, whatever its shape. */
export function serviceWords(text: string | undefined): ServiceWords {
  const parsed = parsedJson(text);
  if (!isJsonMap(parsed)) return { message: undefined, operationId: undefined };
  const error = isJsonMap(parsed['error']) ? parsed['error'] : {};
  const details = isJsonMap(parsed['details']) ? parsed['details'] : {};
  return {
    message: firstText([
      parsed['msg'],
      parsed['message'],
      parsed['error'],
      error['message'],
      parsed['detail'],
    ]),
    operationId: firstText([details['operation_id'], parsed['operation_id'], parsed['request_id']]),
  };
}

/** A text of the service on one line, without anything that a terminal would act on, at most 300 characters. */
export function safeWords(text: string): string {
  const plain = text.replaceAll(unsafe, ' ').replaceAll(/\s+/g, ' ').trim();
  // Not in the middle of a character of two units.
  const cut = plain.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '');
  return plain.length > longest ? `${cut}…` : plain;
}

export function parsedJson(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function firstText(candidates: readonly (Json | undefined)[]): string | undefined {
  const found = candidates.find((candidate) => typeof candidate === 'string' && candidate.trim() !== '');
  return typeof found === 'string' ? found : undefined;
}
