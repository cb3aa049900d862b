/**
 * A YAML document as plain data. Only the reader (`src/workspace/yaml/read-yaml.ts`) knows which library made it.
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

/** Somewhere in a file: what a diagnostic, a plan line or an API error points at. */
export interface Place extends Range {
  readonly source: Source;
}

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

interface NodeBase extends Range {
  /** Where an alias (`*name`) stands through which this node is seen; the node's own range is then the anchor's. */
  readonly alias?: Range;
  /** The name of the anchor (`&name`) it carries. */
  readonly anchor?: string;
  /** A tag that YAML 1.2 core does not resolve, as written. */
  readonly tag?: string;
}

/** `value` is what YAML 1.2 core reads; integers beyond 2^53 are `bigint`. */
export interface ScalarNode extends NodeBase {
  readonly type: 'scalar';
  readonly value: string | number | bigint | boolean | null;
  readonly style: ScalarStyle;
}

export interface Entry {
  readonly key: ScalarNode;
  readonly value: DocumentNode;
}

/** Entries in the order of the text. A duplicate key is in it once: the reader reports the others. */
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

/** A `#` comment, from the `#` to the end of its line. `text` is what follows the `#`. */
export interface Comment extends Range {
  readonly text: string;
  /** True when nothing but white space precedes it on its line. */
  readonly ownLine: boolean;
}

export interface YamlDocument {
  readonly source: Source;
  /** Its position among the documents of the file, from 0. */
  readonly index: number;
  /** The whole document, from after the `---` before it to the `---` after it. */
  readonly range: Range;
  /** Undefined for an empty document, and for one that has a syntax error. */
  readonly root: DocumentNode | undefined;
  /** It could not be read: that has been reported, and nothing else is to be said of it. */
  readonly isBroken?: true;
  readonly comments: readonly Comment[];
}
