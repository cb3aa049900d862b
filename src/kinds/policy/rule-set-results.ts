import { errorVar, intVar, listVar, stringVar, type VariableMap } from './variable.ts';

/** The results of both filters of the core rule set. */
export const ruleSetResults: VariableMap = {
  decision: stringVar('`allow` or `deny`.'),
  anomaly_score: intVar('The sum of the scores of the rules that matched.'),
  anomaly_score_threshold: intVar('The score at which it refuses.'),
  matched_rules: listVar(
    {
      members: {
        id: intVar('The id of the rule.'),
        message: stringVar('The finding of the rule.'),
        severity: stringVar('How severe that is.'),
        data: stringVar('The text that matched.'),
      },
    },
    'The rules that matched.',
  ),
  error: errorVar,
};
