import type { JsonObject } from './value.ts';

/** A text that the files do not hold, as a salted hash of it and of the field that it is in. */
export interface HiddenText {
  readonly $hidden: string;
}

/** One object as the API answered it. In `spec` a text is in clear, a `HiddenText` or `{"$secret": …}` with what is known of it. */
export interface PicturedObject {
  readonly kind: string;
  readonly id: string;
  readonly edge_id?: string;
  readonly marker?: { readonly owner: string; readonly address: string; readonly op: string };
  readonly is_manageable: boolean;
  readonly spec: JsonObject;
}

/** What is live of one environment, and its ledger, both redacted. */
export interface PicturedEnvironment {
  readonly environment: string;
  /** Origin of the API that was read. */
  readonly api: string;
  /** As the ledger's file has it, but redacted: `src/ledger/` reads it. */
  readonly ledger: JsonObject;
  readonly live: {
    readonly listed: readonly PicturedObject[];
    /** By address. */
    readonly known: Readonly<Record<string, PicturedObject | 'missing'>>;
    readonly orphans: Readonly<Record<string, PicturedObject | 'missing'>>;
  };
}

/** A dated picture of what is live that can be given to anyone who may read the files. */
export interface Snapshot {
  readonly format: 1;
  readonly type: 'edgewright-snapshot';
  /** The version that took it. */
  readonly tool: string;
  /** RFC 3339. */
  readonly taken_at: string;
  /** 128 bits in hex: the key of the hashes. */
  readonly salt: string;
  readonly environments: readonly PicturedEnvironment[];
}
