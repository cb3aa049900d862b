import { connectionWords } from '../text/connection-words.ts';
import { tooLargeCode, tooSlow } from './exchange.ts';

const words: Readonly<Record<string, string>> = {
  ...connectionWords,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain ends in one that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not signed by anyone we trust',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped in the middle',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_DESTROYED: 'the client was closed',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer was cut short',
  UND_ERR_SOCKET: 'the connection was cut',
  [tooLargeCode]: 'the answer is larger than we accept',
  [tooSlow]: 'the answer came too slowly',
};

/** The reason for a missing response, as a clause after `no answer from https://…: `. */
export function failureWords(code: string): string {
  if (code.startsWith('HPE_')) return 'what it answered is not HTTP';
  return words[code] ?? `the connection failed (${code.replaceAll(/[^\w-]/g, '')})`;
}
