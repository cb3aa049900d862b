/** A completion, before it is converted to the protocol's form. */
export interface Candidate {
  readonly label: string;
  readonly type: 'field' | 'module' | 'value' | 'name' | 'rule' | 'file' | 'variable' | 'secret';
  /** The text to insert, if it differs from the label. */
  readonly text?: string;
  /** One or two words shown beside the label. */
  readonly detail?: string;
  /** Description in Markdown. */
  readonly doc?: string;
}
