import { Command, InvalidArgumentError, Option } from 'commander';
import {
  apiOptions,
  environmentsOption,
  failOnOption,
  gateOptions,
  onlyOption,
  secretsOption,
  workspaceOption,
} from '../../run/cli/options.ts';
import { type RunCommand } from '../../run/cli/run-command.ts';
import { formatFlags } from '../../run/plan/plan-formats.ts';
import type { CommentCommandOptions } from './post-review.ts';
import { forgeOptions } from '../../run/cli/forge-options.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { apiExits, verb } from '../../run/cli/verb.ts';

/** `comment`: plans, and keeps one comment of the pull request up to date with the plan. */
export function commentCommand(run: RunCommand): Command {
  const command = verb('comment', {
    group: 'review',
    summary: 'post the plan as a comment of the pull request',
    description:
      'plan, and keep one comment of the pull request up to date with the plan (GitHub, GitLab, Gitea, Forgejo)',
    examples: [
      'edgewright comment --env production --base origin/main',
      'edgewright comment plan.json --status --labels --dry-run',
    ],
    exits: [...apiExits, 'changes', 'gate', 'unknown'],
  })
    .argument('[plan]', 'file of `plan --format json` or `plan --save`: it is posted instead of a new plan')
    .addOption(environmentsOption())
    .addOption(onlyOption())
    .optionsGroup(optionGroups.selection)
    .option('--base <ref>', 'git ref that the pull request targets, as for `plan`')
    .option('--snapshot <file>', 'file of `snapshot`, read instead of the API; needs no credential');
  for (const option of [...commentOptions(), ...forgeOptions()]) command.addOption(option);
  command.addOption(failOnOption('plan')).addOption(secretsOption()).addOption(workspaceOption());
  for (const option of [...markdownFlags(), ...gateOptions(), ...apiOptions()]) command.addOption(option);
  return command.action(
    run(async (io, plan: string | undefined, options: CommentCommandOptions) => {
      const { commentOnPlan } = await import('./comment-on-plan.ts');
      return commentOnPlan(io, plan, options);
    }),
  );
}

function markdownFlags(): readonly Option[] {
  return formatFlags().filter(({ long }) => long === '--max-size' || long === '--page-url');
}

function commentOptions(): readonly Option[] {
  const option = (flags: string, doc: string): Option =>
    new Option(flags, doc).helpGroup(optionGroups.comment);
  return [
    option(
      '--label <text>',
      'distinguishes the comments of several jobs for the same environments',
    ).argParser(labelText),
    option(
      '--on-empty <action>',
      'action for a plan without changes: update an existing comment, create one too, or delete it (default: update)',
    ).choices(['update', 'create', 'delete']),
    option('--new', 'post a new comment unless the newest says the same, and collapse older ones'),
    option('--status', 'post the verdict as a check run with annotations, or as a commit status'),
    option('--labels', 'set a label with the verdict for each environment, and create it if missing'),
    option(
      '--folder <path>',
      'path of the workspace in its repository, for the annotations and names of a plan in a file',
    ).argParser(folderPath),
    option('--required', 'exit 69 or 77 if something cannot be posted (default: one warning)'),
    option('--dry-run', 'print the requests that would write, instead of sending them'),
  ];
}

/** Short, because it is a part of the names of labels and checks. */
function labelText(value: string): string {
  if (/^[\w.-]{1,30}$/.test(value)) return value;
  throw new InvalidArgumentError('it must be up to 30 letters, digits, dots, dashes and underscores.');
}

/** With a final slash, as annotations need it. */
function folderPath(value: string): string {
  const path = value.replace(/^\.\//, '').replace(/\/+$/, '');
  if (path === '' || path === '.') return '';
  if (!path.startsWith('/') && path.split('/').every((part) => part !== '' && part !== '..'))
    return `${path}/`;
  throw new InvalidArgumentError('it must be a path below the root of the repository.');
}
