import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';
import { isWritten } from './written.ts';

/** Reports a resource that nothing is behind: no backend, and no traffic policy that could answer. */
export function withoutBackend(
  words: Readonly<Record<'called' | 'fails' | 'help', string>>,
): ResourceRule['check'] {
  return (subject, report, context) => {
    const { spec, name } = subject;
    if (['backend', 'traffic_policy'].some((module) => activeModule(spec, module) !== undefined)) return;
    const isOff = spec['backend'] !== undefined;
    if (!isOff && isWritten(subject, ['backend'], context)) return;
    report({
      at: isOff ? { path: ['backend', 'enabled'], on: 'entry' } : { path: [], on: 'key' },
      message: isOff
        ? `the only backend is disabled: ${words.fails}`
        : `${words.called} \`${name}\` has no backend`,
      help: words.help,
    });
  };
}
