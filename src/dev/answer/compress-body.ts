/** Compression as an edge does it: for a client that accepts it, chunk by chunk. */
import { constants, createBrotliCompress, createDeflate, createGzip } from 'node:zlib';
import type { Transform } from 'node:stream';
import type { Knowable } from '../../model/traffic/unknown.ts';

const encoders: Readonly<Record<string, () => Transform>> = {
  // Each chunk is flushed, so that events of a stream arrive when they are sent.
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    }),
  deflate: () => createDeflate({ flush: constants.Z_SYNC_FLUSH }),
};

/**
 * The encoding of a response that the engine compresses, and its stream. Which of several a module takes is not
 * documented: the first of these that the client accepts.
 */
export function encoderFor(
  encoding: Knowable<string> | undefined,
  accepted: string,
): { readonly name: string; readonly stream: Transform } | undefined {
  if (encoding === undefined) return undefined;
  const names = typeof encoding === 'string' ? [encoding] : Object.keys(encoders);
  const name = names.find((encoding) => Object.hasOwn(encoders, encoding) && isAccepted(encoding, accepted));
  const make = name === undefined ? undefined : encoders[name];
  return name === undefined || make === undefined ? undefined : { name, stream: make() };
}

function isAccepted(name: string, accepted: string): boolean {
  return accepted.split(',').some((part) => {
    const [first = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return (
      (first === name || first === '*') && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
    );
  });
}
