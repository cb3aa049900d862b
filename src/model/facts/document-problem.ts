/** The reason for rejecting a document that Edgewright wrote, such as a saved plan or a rollback file. */
export type DocumentProblem =
  | { readonly code: 'syntax'; readonly line: number; readonly column: number; readonly what: string }
  | { readonly code: 'not-ours' | 'report' | 'no-steps' | 'old-rollback' }
  /** `most` characters. */
  | { readonly code: 'too-large'; readonly most: number }
  | { readonly code: 'newer'; readonly format: number; readonly known: number }
  | { readonly code: 'damaged' | 'unsigned' | 'other-key' | 'laid-out' }
  | { readonly code: 'malformed' | 'unknown-fact'; readonly at: string }
  | { readonly code: 'other-run'; readonly run: string; readonly own: string };
