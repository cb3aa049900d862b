import { isJsonMap } from '../../text/json/json-access.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import type { Json, Path } from '../../model/value.ts';

/** Whether nothing runs after it. */
export function endsChain({ action, config }: FlowAction): boolean {
  switch (action?.ends) {
    case 'always':
      return true;
    case 'unless-continue':
      return !isJsonMap(config) || (config['on_error'] ?? 'halt') === 'halt';
    case undefined:
    case 'when-url-changes':
    case 'on-refusal':
    case 'on-error':
    case 'never':
      return false;
  }
}

export interface FlowAction {
  readonly inside: Path;
  readonly type: string;
  /** Undefined: unknown, so that it may do anything. */
  readonly action: TrafficAction | undefined;
  readonly config: Json | undefined;
  /** The action is what the unknown type probably means. */
  readonly isGuess?: true;
}
