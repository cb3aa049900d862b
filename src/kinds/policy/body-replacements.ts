import { intVar, listVar, stringVar, type VariableMap } from './variable.ts';

/** The results of the actions that replace text in bodies and messages. */
export const bodyReplacements: VariableMap = {
  replacements: listVar(
    {
      members: {
        replacement_index: intVar('The index of the replacement.'),
        matched_content: stringVar('The first text that matched.'),
      },
    },
    'The replacements that found something.',
  ),
};
