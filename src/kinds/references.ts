/** An object that the API refers to but cannot create: it has a name in an environment's `ids`. */
export interface Nameable {
  readonly title: string;
  /** The observed prefixes of its ids; used for hints, never to reject an id. */
  readonly idPrefixes: readonly string[];
}

/** The objects that can be named in `ids` (`backend/shop`), in display order. */
export const nameables: Readonly<Partial<Record<ReferenceTarget, Nameable>>> = {
  'https-edge': { title: 'HTTPS edge', idPrefixes: ['edghts_'] },
  backend: { title: 'backend', idPrefixes: ['bkdhr_', 'bkdfo_', 'bkdtg_', 'bkdwd_', 'bkd'] },
  'ip-policy': { title: 'IP policy', idPrefixes: ['ipp_'] },
  'certificate-authority': { title: 'certificate authority', idPrefixes: ['ca_'] },
};

/** An id of the API; percent-encoded in paths. */
export const idPattern = /^[A-Za-z0-9_-]{1,128}$/;

/** The type of object that an id refers to. The four that the API refers to but cannot create have names in `ids`. */
export type ReferenceTarget =
  | 'backend'
  | 'certificate-authority'
  | 'domain'
  | 'edge'
  | 'https-edge'
  | 'ip-policy'
  | 'principal'
  | 'tcp-address'
  | 'tunnel'
  | 'tunnel-session';
