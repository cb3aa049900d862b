/** What a file may be before it is refused: far above what people write, far below what hurts. */
export const limits = {
  /** Bytes of a file. */
  bytes: 1024 * 1024,
  /** Maps and lists inside each other. */
  depth: 64,
  /** Keys of one map. */
  keys: 5000,
  /** Items of one list. */
  items: 20_000,
  /** Nodes that the aliases of one file stand for, all together. */
  aliasNodes: 10_000,
  /** Documents of one file. */
  documents: 5000,
  /** Tokens of one file that the library reads: it takes some hundred bytes and ten microseconds for each. */
  tokens: 200_000,
  /** Syntax errors of one file after which the rest is not read. */
  errors: 100,
  /** Lines in a row that are empty or comments; the library's time grows with the square of it. */
  blankLines: 1000,
} as const;
