/** Headings for the options of a command, in this order. */
export const optionGroups = {
  selection: 'Selection:',
  request: 'Request:',
  checks: 'Checks:',
  sending: 'Sending:',
  fixes: 'Fixes:',
  output: 'Output:',
  comment: 'Comment:',
  forge: 'Forge:',
  safety: 'Safety:',
  api: 'API:',
  faults: 'Faults:',
  editor: 'Editor:',
} as const;
