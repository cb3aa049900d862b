/**
 * A YAML document as plain data. Only the reader (`src/derive/yaml/read-yaml.ts`) depends on the YAML library.
 * Offsets count UTF-16 units from the start of the file; `end` is exclusive.
 */

/** A file of the workspace. */
export interface Source {
  /** Relative to the workspace's root, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A range in a file: the position of a diagnostic, a plan line or an API error. */
export interface Place extends Range {
  readonly source: Source;
}

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

interface NodeBase extends Range {
  /** Range of the alias (`*name`) if the node was reached through one; the node's own range is then the anchor's. */
  readonly alias?: Range;
  readonly anchor?: string;
  /** A tag that YAML 1.2 core does not resolve, as written. */
  readonly tag?: string;
}

/** `value` follows the YAML 1.2 core schema; integers beyond 2^53 are `bigint`. */
export interface ScalarNode extends NodeBase {
  readonly type: 'scalar';
  readonly value: string | number | bigint | boolean | null;
  readonly style: ScalarStyle;
}

export interface Entry {
  readonly key: ScalarNode;
  readonly value: DocumentNode;
}

/** Entries in text order. Of duplicate keys only one is kept; the reader reports the others. */
export interface MapNode extends NodeBase {
  readonly type: 'map';
  readonly entries: readonly Entry[];
  readonly flow: boolean;
}

export interface ListNode extends NodeBase {
  readonly type: 'list';
  readonly items: readonly DocumentNode[];
  readonly flow: boolean;
}

export type DocumentNode = ScalarNode | MapNode | ListNode;

/** A `#` comment, from the `#` to the end of its line. `text` follows the `#`. */
export interface Comment extends Range {
  readonly text: string;
  /** True if only white space precedes the comment on its line. */
  readonly ownLine: boolean;
}

export interface YamlDocument {
  readonly source: Source;
  /** Position among the documents of the file, from 0. */
  readonly index: number;
  /** Range of the whole document, from after the preceding `---` to after the following one. */
  readonly range: Range;
  /** Undefined for an empty document and for one with a syntax error. */
  readonly root: DocumentNode | undefined;
  /** The document has a syntax error, which is already reported; no other finding is reported for it. */
  readonly isBroken?: true;
  readonly comments: readonly Comment[];
}
