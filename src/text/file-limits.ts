/** Limits beyond which a file is refused: far above real files, far below harmful sizes. */
export const limits = {
  /** Bytes of a file. */
  bytes: 1024 * 1024,
  /** Maps and lists inside each other. */
  depth: 64,
  /** The same in a traffic policy: one that is a mapping is some levels below the top of its file. */
  policyDepth: 60,
  /** Keys of one map. */
  keys: 5000,
  /** Items of one list. */
  items: 20_000,
  /** Nodes that all aliases of one file stand for in total. */
  aliasNodes: 10_000,
  /** Documents of one file. */
  documents: 5000,
  /** Tokens of one file that the library reads: each takes some hundred bytes and ten microseconds. */
  tokens: 200_000,
  /** Syntax errors of one file after which the rest is not read. */
  errors: 100,
  /** Consecutive lines that are empty or comments; the library's time grows with the square of their number. */
  blankLines: 1000,
} as const;
