/** Something that can be typed at a place, before it is put into the words of the protocol. */
export interface Candidate {
  readonly label: string;
  readonly type: 'field' | 'module' | 'value' | 'name' | 'rule' | 'file' | 'variable' | 'secret';
  /** What is written; the label where absent. */
  readonly text?: string;
  /** In a word or two, beside the label. */
  readonly detail?: string;
  /** In Markdown. */
  readonly doc?: string;
}
