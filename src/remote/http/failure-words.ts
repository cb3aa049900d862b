import type { Json } from '../../model/value.ts';
import { connectionWords } from '../../text/words/connection-words.ts';
import { isJsonMap, parsedJson } from '../../text/json/json-access.ts';
import { type Failure, notHttp, tooLargeCode, tooSlow } from './exchange.ts';
import { type Proxy, proxyPlace } from './proxy-settings.ts';
import { clip } from '../../text/words/clip.ts';

const untrusted =
  'its certificate is not signed by an authority that is trusted here (set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority)';

const words: Readonly<Record<string, string>> = {
  ...connectionWords,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is self-signed (set NODE_EXTRA_CA_CERTS to a file with it, to trust it)',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not use TLS on this port',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UND_ERR_BODY_TIMEOUT: 'the answer stopped in the middle',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_DESTROYED: 'the client was closed',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer was cut short',
  UND_ERR_SOCKET: 'the connection was cut',
  [notHttp]: 'what it answered is not HTTP',
  [tooLargeCode]: 'the answer is larger than we accept',
  [tooSlow]: 'the answer came too slowly',
};

/** The reason for a missing response, as a clause after `no answer from https://…: `. */
export function failureWords({ code, proxy }: Failure): string {
  if (proxy !== undefined) return proxyWords(proxy, code);
  return words[code] ?? `the connection failed (${code.replaceAll(/[^\w-]/g, '')})`;
}

function proxyWords(proxy: Proxy, code: string): string {
  const failed = `the proxy ${proxyPlace(proxy)} failed`;
  const { variable } = proxy;
  switch (code) {
    case '403':
      return `${failed}: it does not allow this connection (403)`;
    case '407':
      return `${failed}: it refuses the user or the password (407; set both in ${variable}, \`http://<user>:<password>@${proxyPlace(proxy)}\`)`;
    default: {
      const reason = /^\d{3}$/.test(code) ? `it returned ${code}` : failureWords({ code, proxy: undefined });
      return `${failed}: ${reason} (check ${variable}; NO_PROXY lists hosts to call directly)`;
    }
  }
}

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
  return clip(plain, longest);
}

function firstText(candidates: readonly (Json | undefined)[]): string | undefined {
  const found = candidates.find((candidate) => typeof candidate === 'string' && candidate.trim() !== '');
  return typeof found === 'string' ? found : undefined;
}
