import type { JsonObject } from './value.ts';

/** A text that is not in the files, as a salted hash of the text and its field. */
export interface HiddenText {
  readonly $hidden: string;
  readonly forwards?: readonly HiddenForward[];
}

/** A URL that a live policy forwards requests to, in hashes. */
export interface HiddenForward {
  /** Left out if the policy has a secret, which may be a part of it. */
  readonly url?: string;
  /** The URLs of the live endpoints that serve it: those of patterns differ from it. */
  readonly reaches: readonly string[];
}

/** The facts of a snapshot about a text that it hides. */
export interface SeenText {
  readonly hash: string;
  /** Of a live policy: the URLs that it forwards requests to; a placeholder for one that the files do not have. */
  readonly forwards?: readonly string[] | undefined;
}

/** By the placeholder that a plan has for the text. */
export type HiddenTexts = ReadonlyMap<string, SeenText>;

/**
 * One object of an API response. In `spec`, a text is in clear, a `HiddenText`, or `{"$secret": …}` with known details.
 */
export interface PicturedObject {
  readonly kind: string;
  readonly id: string;
  readonly edge_id?: string;
  readonly marker?: { readonly owner: string; readonly address: string; readonly op: string };
  readonly is_manageable: boolean;
  readonly spec: JsonObject;
}

/** The live state and ledger of one environment, both redacted. */
export interface PicturedEnvironment {
  readonly environment: string;
  /** Origin of the API. */
  readonly api: string;
  /** The content of the ledger file, redacted; `src/ledger/` parses it. */
  readonly ledger: JsonObject;
  readonly live: {
    readonly listed: readonly PicturedObject[];
    /** By address. */
    readonly known: Readonly<Record<string, PicturedObject | 'missing'>>;
    readonly orphans: Readonly<Record<string, PicturedObject | 'missing'>>;
  };
}

/** A dated copy of the live state that can be given to anyone who may read the files. */
export interface Snapshot {
  readonly format: 1;
  readonly type: 'edgewright-snapshot';
  /** The version of Edgewright that wrote it. */
  readonly tool: string;
  /** RFC 3339; no later than the beginning of the reading. */
  readonly taken_at: string;
  /** 128 bits in hex: the key of the hashes. */
  readonly salt: string;
  readonly environments: readonly PicturedEnvironment[];
}
