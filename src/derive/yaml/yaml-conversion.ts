import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Range, Source } from '../../model/document.ts';

/** State shared while one file is converted. */
export interface Conversion {
  readonly source: Source;
  readonly diagnostics: Diagnostic[];
  /** The anchors of this document so far, by name; `open` while the anchored node is being converted. */
  anchors: Map<string, { readonly node: DocumentNode; readonly size: number } | 'open'>;
  /** Nodes converted so far; those behind aliases count each time. */
  count: number;
  /** Nodes that aliases have stood for so far. */
  aliasNodes: number;
  /** Scalars that contain a `#`, in source order: no comment starts there. */
  readonly withHash: Range[];
  readonly inQuotes: Range[];
  /** The document has too many keys in one map, or too many items in one list. */
  isRefused: boolean;
}

export function startConversion(source: Source): Conversion {
  return {
    source,
    diagnostics: [],
    anchors: new Map(),
    count: 0,
    aliasNodes: 0,
    withHash: [],
    inQuotes: [],
    isRefused: false,
  };
}

/** Resets the anchors, which are valid only within their document. */
export function startDocument(conversion: Conversion): void {
  conversion.anchors = new Map();
  conversion.isRefused = false;
}
