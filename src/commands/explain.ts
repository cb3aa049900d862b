import { Command } from 'commander';
import { exitCodes, UserError } from '../model/errors.ts';
import type { RunCommand } from './run-command.ts';

/** `explain <what>`: a rule, a kind or a field in words. */
export function explainCommand(run: RunCommand): Command {
  return new Command('explain')
    .description('explain a rule, a kind or a field, such as https-route.circuit_breaker.num_buckets')
    .argument('<what>', 'the id of a rule, a kind, or the dotted path of a field')
    .action(
      run(async (io, what: string) => {
        const [{ rules }, { renderRule }, { explainField }, { renderExplanation }, { suggestions }] =
          await Promise.all([
            import('../lint/rules.gen.ts'),
            import('../report/explain-rule.ts'),
            import('../derive/explain.ts'),
            import('../report/explain.ts'),
            import('../derive/suggest.ts'),
          ]);
        const rule = rules.find(({ id }) => id === what);
        if (rule !== undefined) {
          io.stdout(renderRule(rule));
          return exitCodes.ok;
        }
        const explanation = explainField(what);
        if ('suggestions' in explanation) {
          const near = [
            ...explanation.suggestions,
            ...suggestions(
              what,
              rules.map(({ id }) => id),
            ),
          ];
          throw new UserError(exitCodes.usage, `nothing is called \`${what}\``, {
            help:
              near.length > 0
                ? `did you mean ${near.map((name) => `\`${name}\``).join(' or ')}?`
                : 'see `edgewright rules`, or try a kind: endpoint, tls-edge, https-route',
          });
        }
        io.stdout(renderExplanation(explanation));
        return exitCodes.ok;
      }),
    );
}
