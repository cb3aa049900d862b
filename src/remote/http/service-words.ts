import { parsedJson, isJsonMap } from '../../text/json/json-access.ts';
import type { Json } from '../../model/value.ts';

/** The message, code and operation id of an error response. */
export interface ServiceWords {
  readonly message: string | undefined;
  /** The service's own code of the error, such as `ERR_1204`. */
  readonly code: string | undefined;
  readonly operationId: string | undefined;
}

/** Control characters, and characters that are invisible or change the text direction. */
const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;
const longest = 300;

/** Parses an error response of any shape. */
export function serviceWords(text: string | undefined): ServiceWords {
  const parsed = parsedJson(text);
  if (!isJsonMap(parsed)) return { message: undefined, code: undefined, operationId: undefined };
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
    code: firstText([parsed['error_code'], details['error_code'], error['code'], parsed['code']]),
    operationId: firstText([details['operation_id'], parsed['operation_id'], parsed['request_id']]),
  };
}

/** A message of the service on one line, without control characters for terminals, at most 300 characters. */
export function safeWords(text: string): string {
  const plain = text.replaceAll(unsafe, ' ').replaceAll(/\s+/g, ' ').trim();
  // Does not split a surrogate pair.
  const cut = plain.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '');
  return plain.length > longest ? `${cut}…` : plain;
}

function firstText(candidates: readonly (Json | undefined)[]): string | undefined {
  const found = candidates.find((candidate) => typeof candidate === 'string' && candidate.trim() !== '');
  return typeof found === 'string' ? found : undefined;
}
