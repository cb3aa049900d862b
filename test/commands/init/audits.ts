/*
 * The audits of zizmor, as far as they can be decided from the text of a workflow, and a few of our own. Each has a
 * planted mistake that it must find, so that an audit cannot pass by looking at nothing.
 */
import { pinnedCommits } from './pinned-commits.ts';
import type { Job, Step, WorkflowFile } from './workflow.ts';

export interface Audit {
  /** The name that zizmor gives it; ours begin with "own:". */
  readonly id: string;
  /** The mistakes in a workflow, a few words each. */
  readonly find: (workflow: WorkflowFile) => readonly string[];
  /** An edit of a flawless workflow that makes just this mistake. */
  readonly plant: readonly [good: string, bad: string];
}

const jobs =
  (find: (job: Job, workflow: WorkflowFile) => string | undefined | false): Audit['find'] =>
  (workflow) =>
    [...workflow.jobs].flatMap(([id, job]) => {
      const found = find(job, workflow);
      return found === undefined || found === false ? [] : [`${id}: ${found}`];
    });

const steps = (
  find: (step: Step, workflow: WorkflowFile, job: Job) => string | undefined | false,
): Audit['find'] =>
  jobs((job, workflow) =>
    (job.steps ?? []).map((step) => find(step, workflow, job)).find((found) => typeof found === 'string'),
  );

const lines =
  (pattern: RegExp): Audit['find'] =>
  ({ text }) =>
    text.split('\n').filter((line) => pattern.test(line));

const text = (value: unknown): string => JSON.stringify(value ?? '');
const checkoutLine = 'with: { persist-credentials: false }';
const usesLine = 'uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1';

export const audits: readonly Audit[] = [
  {
    id: 'unpinned-uses',
    find: steps(({ uses = '' }) => uses !== '' && !/@[0-9a-f]{40}$/.test(uses) && uses),
    plant: [usesLine, 'uses: actions/checkout@v7'],
  },
  {
    id: 'ref-version-mismatch',
    find: ({ text: all }) =>
      [...all.matchAll(/uses: (?:https:\/\/github\.com\/)?(\S+?)@([0-9a-f]{40})(?: # (\S+))?$/gm)]
        .filter(([, name = '', commit = '', tag = '']) => pinnedCommits[name]?.[tag] !== commit)
        .map(([found]) => found),
    plant: [usesLine, usesLine.replace('v7.0.1', 'v6.0.1')],
  },
  {
    id: 'artipacked',
    find: steps(
      ({ uses = '', with: given }) =>
        uses.includes('actions/checkout@') && given?.['persist-credentials'] !== false && uses,
    ),
    plant: [checkoutLine, 'with: { fetch-depth: 2 }'],
  },
  {
    id: 'template-injection',
    find: steps(
      ({ run = '', with: given }) =>
        (run + text(given?.['script'])).includes('${{') && 'an expression in a script',
    ),
    plant: ['- run: echo "$TITLE"', '- run: echo "${{ github.event.pull_request.title }}"'],
  },
  {
    id: 'dangerous-triggers',
    find: (workflow) => [
      ...(workflow.on.has('pull_request_target') ? ['pull_request_target'] : []),
      ...(workflow.on.has('workflow_run') ? [...workflow.jobs.values()].flatMap(foreignFilesOf) : []),
    ],
    plant: [
      'on: { push: { branches: [main] } }',
      'on: { workflow_run: { workflows: [ci], types: [completed] } }',
    ],
  },
  {
    id: 'excessive-permissions',
    find: (workflow) => [
      ...(text(workflow.permissions) === '{}' ? [] : ['the workflow has permissions of its own']),
      ...jobs(excessiveIn)(workflow),
    ],
    plant: ['    permissions:\n      contents: read # the files\n', ''],
  },
  {
    id: 'undocumented-permissions',
    find: ({ text: all }) =>
      all.split('\n').filter((line) => /^ {6}[a-z-]+: (?:read|write)\b/.test(line) && !line.includes('# ')),
    plant: ['contents: read # the files', 'contents: read'],
  },
  {
    id: 'cache-poisoning',
    find: steps(
      ({ uses = '', with: given }) => (/\/cache[/@]/.test(uses) || given?.['cache'] !== undefined) && uses,
    ),
    plant: [checkoutLine, 'with: { persist-credentials: false, cache: npm }'],
  },
  {
    id: 'secrets-outside-env',
    find: jobs(
      (job) => /\bsecrets\.(?!GITHUB_TOKEN\b)/.test(text(job)) && job.environment === undefined && 'secrets',
    ),
    plant: ['    environment: production\n', ''],
  },
  {
    id: 'overprovisioned-secrets',
    find: lines(/\$\{\{[^}]*\b(?:toJSON\(\s*secrets\s*\)|secrets\[)/i),
    plant: ['${{ secrets.TOKEN }}', '${{ toJSON(secrets) }}'],
  },
  {
    id: 'unredacted-secrets',
    find: lines(/fromJSON\(\s*secrets\./i),
    plant: ['${{ secrets.TOKEN }}', '${{ fromJSON(secrets.TOKEN).a }}'],
  },
  {
    id: 'secrets-inherit',
    find: jobs((job) => job.secrets === 'inherit' && 'secrets: inherit'),
    plant: ['    environment: production\n', '    environment: production\n    secrets: inherit\n'],
  },
  {
    id: 'github-env',
    find: steps(({ run = '' }) => /GITHUB_(?:ENV|PATH)\b/.test(run) && run),
    plant: ['- run: echo "$TITLE"', '- run: echo "A=$TITLE" >> "$GITHUB_ENV"'],
  },
  {
    id: 'bot-conditions',
    find: lines(/\bif:.*github\.(?:actor|triggering_actor)\b|github\.(?:actor|triggering_actor) *[!=]=/),
    plant: ["if: github.event_name == 'push'", "if: github.actor != 'dependabot[bot]'"],
  },
  {
    id: 'unsound-condition',
    find: (workflow) =>
      [...workflow.jobs.values()]
        .flatMap((job) => [job.if, ...(job.steps ?? []).map((step) => step.if)])
        .filter((condition) => condition?.includes('${{') === true && !/^\$\{\{[^}]*\}\}$/.test(condition))
        .map(String),
    plant: ["if: github.event_name == 'push'", "if: ${{ github.event_name == 'push' }} && true"],
  },
  {
    id: 'unsound-contains',
    find: lines(/\bcontains\(\s*'/),
    plant: ["if: github.event_name == 'push'", "if: contains('push merge_group', github.event_name)"],
  },
  {
    id: 'concurrency-limits',
    find: (workflow) =>
      isLimited(workflow.concurrency)
        ? []
        : jobs((job) => !isLimited(job.concurrency) && 'no concurrency')(workflow),
    plant: ['concurrency: { group: good, cancel-in-progress: false }\n', ''],
  },
  {
    id: 'anonymous-definition',
    find: ({ name }) => (name === undefined ? ['no name'] : []),
    plant: ['name: good\n', ''],
  },
  {
    id: 'unpinned-images',
    find: jobs(
      (job) =>
        /"image":"(?![^"]*@sha256:)|"container":"/.test(
          text({ container: job.container, services: job.services }),
        ) && 'image',
    ),
    plant: [
      '    environment: production\n',
      '    environment: production\n    container: { image: "node:24" }\n',
    ],
  },
  {
    id: 'hardcoded-credentials',
    find: lines(/\bpassword: (?!\$\{\{)/),
    plant: [
      '    environment: production\n',
      '    environment: production\n    services: { db: { image: "a@sha256:b", credentials: { password: hunter2 } } }\n',
    ],
  },
  {
    id: 'insecure-commands',
    find: lines(/ACTIONS_ALLOW_UNSECURE_COMMANDS|::(?:set-output|save-state|set-env|add-path)/),
    plant: ['- run: echo "$TITLE"', '- run: echo "::set-output name=a::$TITLE"'],
  },
  {
    id: 'self-hosted',
    find: jobs((job) => text(job['runs-on']).includes('self-hosted') && 'self-hosted'),
    plant: ['runs-on: ubuntu-latest', 'runs-on: [self-hosted]'],
  },
  {
    id: 'adhoc-packages',
    find: steps(
      ({ run = '' }) =>
        /\b(?:npm (?:i|ci|install)|npx|pip3? install|apt(?:-get)? install)\b/.test(run) && run,
    ),
    plant: ['- run: echo "$TITLE"', '- run: npm ci'],
  },
  {
    id: 'obfuscation',
    find: steps(({ uses = '' }) => /\/\/|\/\.\.?\/|\/@/.test(uses.replace('https://', '')) && uses),
    plant: [usesLine, usesLine.replace('actions/checkout@', 'actions//checkout@')],
  },
  {
    id: 'own:timeout',
    find: jobs((job) => job['timeout-minutes'] === undefined && 'no timeout-minutes'),
    plant: ['    timeout-minutes: 5\n', ''],
  },
  {
    id: 'own:cancelled-apply',
    find: ({ text: all }) =>
      [...all.matchAll(/^ {2}(\S*apply\S*):\n(?: {4}.*\n| *\n)*/gm)]
        .filter(([job]) => !job.includes('cancel-in-progress: false'))
        .map(([, id = '']) => id),
    plant: ['\n  job:\n', '\n  apply:\n    concurrency: { group: a, cancel-in-progress: true }\n'],
  },
];

/** A workflow without any of the mistakes, in which they are planted. */
export const flawless = `name: good
on: { push: { branches: [main] } }
permissions: {}
concurrency: { group: good, cancel-in-progress: false }
jobs:
  job:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: read # the files
    environment: production
    steps:
      - ${usesLine}
        ${checkoutLine}
      - run: echo "$TITLE"
        env:
          TITLE: \${{ secrets.TOKEN }}
`;

function isLimited(concurrency: unknown): boolean {
  return typeof concurrency === 'object' && concurrency !== null && 'cancel-in-progress' in concurrency;
}

/** In a workflow that other runs start: a checkout, a local action, or a script that comes from that run. */
function foreignFilesOf({ steps: all = [] }: Job): readonly string[] {
  return all.flatMap(({ uses = '', run = '' }) => {
    if (/actions\/(?:checkout|download-artifact)@|^\.\//.test(uses)) return [uses];
    return /\b(?:bash|sh|node|python3?|source|eval)\s|(?:^|\s)\.\//m.test(run) ? [run] : [];
  });
}

/** Only these may be written, and what a pull request starts may not write files. */
const writable = new Set([
  'pull-requests',
  'statuses',
  'issues',
  'contents',
  'security-events',
  'checks',
  'id-token',
  'attestations',
]);

function excessiveIn({ permissions }: Job, { on }: WorkflowFile): string | undefined {
  if (permissions === undefined || typeof permissions === 'string')
    return `permissions: ${String(permissions)}`;
  const written = Object.entries(permissions as Record<string, string>).flatMap(([name, right]) =>
    right === 'write' ? [name] : [],
  );
  return written.find(
    (name) =>
      !writable.has(name) || (name === 'contents' && (on.has('pull_request') || on.has('workflow_run'))),
  );
}
