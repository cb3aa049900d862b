import type { ReferenceTarget } from './field.ts';

/** A thing that the API refers to but cannot create: it has a name in an environment's `ids`. */
export interface Nameable {
  readonly title: string;
  /** What ids of it were seen to begin with; used for a hint, never to refuse. */
  readonly idPrefixes: readonly string[];
}

/** The prefixes of the names in `ids` (`backend/shop`), in the order in which they are shown. */
export const nameables: Readonly<Partial<Record<ReferenceTarget, Nameable>>> = {
  'https-edge': { title: 'HTTPS edge', idPrefixes: ['edghts_'] },
  backend: { title: 'backend', idPrefixes: ['bkdhr_', 'bkdfo_', 'bkdtg_', 'bkdwd_', 'bkd'] },
  'ip-policy': { title: 'IP policy', idPrefixes: ['ipp_'] },
  'certificate-authority': { title: 'certificate authority', idPrefixes: ['ca_'] },
};

/** An identifier of the API; it goes into paths percent-encoded. */
export const idPattern = /^[A-Za-z0-9_-]{1,128}$/;
