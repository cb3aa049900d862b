import type { DocumentTable } from './document-field.ts';
import { ownActionEnds, policyDialectDate, policyDialects } from '../policy/dialect.ts';
import { phaseNames } from '../policy/phases.ts';
import { forms } from './forms.ts';
import { policy, policyExample } from './policy.ts';
import { ledgerStores, noticeKinds, presetNames, severitySettings, weekdays } from './words.ts';

const severityAndOptions = {
  severity: {
    type: 'word',
    doc: 'How bad a finding of the rule is.',
    called: 'severity',
    values: severitySettings,
  },
  options: {
    type: 'map',
    doc: "The rule's own options; `edgewright explain <rule>` lists them.",
    values: [{ value: { type: 'any', doc: '' } }],
  },
} as const;

const rules = {
  type: 'map',
  doc: 'By rule id: a severity, or `{severity, options, suppressible}`. `edgewright rules` lists them.',
  keys: 'rule',
  values: [
    {
      value: {
        type: 'either',
        doc: '',
        called: 'the setting of a rule',
        short: {
          type: 'word',
          doc: '',
          called: 'severity',
          values: severitySettings,
          meanings: ['fails the run', 'is reported', 'is reported in passing', 'is not looked for'],
        },
        long: {
          type: 'group',
          doc: '',
          called: 'the setting of a rule',
          fields: {
            ...severityAndOptions,
            suppressible: {
              type: 'boolean',
              doc: 'Whether comments and the baseline may hide findings of the rule.',
              default: true,
              example: false,
            },
          },
        },
      },
    },
  ],
} as const;

const [{ value: anySetting }] = rules.values;

/** For a part of the workspace: whether a rule can be suppressed does not depend on it. */
const rulesOfPart = {
  ...rules,
  doc: 'By rule id: a severity, or `{severity, options}`.',
  values: [{ value: { ...anySetting, long: { ...anySetting.long, fields: severityAndOptions } } }],
} as const;

const addressGlob = { type: 'string', doc: '', glob: 'addresses', names: 'address' } as const;

const timeZone = {
  type: 'string',
  doc: 'The time zone, by its name in the IANA database.',
  form: forms.timeZone,
  required: true,
} as const;

const someEnvironments = {
  type: 'list',
  doc: 'The environments that it is for; all if left out.',
  item: { type: 'string', doc: '', names: 'environment' },
  ifEmpty: 'leave out `environments` for all of them',
} as const;

export const settings = {
  name: 'settings',
  aliases: ['edgewright.yaml', 'edgewright'],
  title: 'edgewright.yaml',
  doc: 'The settings of a workspace; the folder that has this file is one.',
  file: 'edgewright.yaml',
  called: 'edgewright.yaml',
  always: [],
  readOn: ['edgewright schema settings', 'edgewright rules', 'edgewright explain policy'],
  fields: {
    version: {
      type: 'version',
      value: 1,
      doc: 'The version of this file format.',
      required: true,
      example: 1,
    },
    resources: {
      type: 'list',
      doc: 'Where the resources are. What `.gitignore` matches is left out, unless git tracks it.',
      item: { type: 'string', doc: '', glob: 'files' },
      default: ['resources/**/*.{yaml,yml}'],
      example: ['resources/**/*.yaml'],
    },
    tests: {
      type: 'list',
      doc: 'Where the tests of what requests get are, which `edgewright test` runs.',
      item: { type: 'string', doc: '', glob: 'files' },
      default: ['tests/**/*.{yaml,yml}'],
      example: ['tests/**/*.yaml'],
    },
    sent_tests: {
      type: 'group',
      doc: 'Limits for tests that `edgewright test --send` sends to what is deployed.',
      fields: {
        max_skipped_percent: {
          type: 'number',
          doc: 'How many of the tests may be skipped, in percent; above it, the run fails.',
          max: 100,
          isWhole: false,
          default: 100,
          example: 50,
        },
      },
    },
    environments: {
      type: 'list',
      doc: 'The order of the environments, such as the one for trials first: plan, apply and the jobs that `init` writes take them in it, then the others by name.',
      item: { type: 'string', doc: '', names: 'environment' },
      ifEmpty: 'leave out `environments` to take them by name',
      example: ['production'],
    },
    ledger: {
      type: 'group',
      doc: 'Where it is kept which object of the API belongs to which resource. `init` writes it.',
      fields: {
        store: {
          type: 'word',
          doc: '`file`: in the folder `.edgewright` of the workspace, for one machine. `git`: on a branch of its own in a remote, for CI. `postgres`: in the database of `EDGEWRIGHT_POSTGRES_URL`, for many jobs at once.',
          called: '`store` of a ledger',
          values: ledgerStores,
          required: true,
          example: 'file',
        },
        branch: {
          type: 'string',
          doc: 'For `git`: the branch. Nothing else may be on it.',
          default: 'edgewright-ledger',
          example: 'edgewright-ledger',
        },
        remote: {
          type: 'string',
          doc: 'For `git`: the name of a remote in the git configuration of the clone. Everyone who can read it can read ids and live values.',
          form: forms.remote,
          default: 'origin',
          example: 'origin',
        },
        lineage: {
          type: 'string',
          doc: "Tells this workspace's ledgers from another's; written by `init`, never changed.",
          form: forms.lineage,
          required: true,
          ifMissing: {
            help: 'add `lineage`: that of the ledger, or for a new one a UUID of your own, such as `uuidgen` prints',
          },
          example: '<your-lineage>',
        },
      },
    },
    secrets: {
      type: 'list',
      doc: 'The names that `$(secret:NAME)` may use, each alone or with the resources and environments that may use it. A value comes from `EDGEWRIGHT_SECRET_<NAME>` or from a file NAME in `--secrets-dir`.',
      item: {
        type: 'either',
        doc: '',
        called: 'a secret',
        short: { type: 'string', doc: '', form: forms.secret },
        long: {
          type: 'group',
          doc: '',
          called: 'a secret and where it may be used',
          fields: {
            name: {
              type: 'string',
              doc: 'The name.',
              form: forms.secret,
              required: true,
              example: 'SHOP_OIDC',
            },
            addresses: {
              type: 'list',
              doc: 'The resources that may use it: addresses, or globs over them. Of a preset, it is the resources that count.',
              item: addressGlob,
              ifEmpty: 'leave out `addresses` for all of them',
              example: ['https-route/shop'],
            },
            environments: {
              ...someEnvironments,
              doc: 'The environments that may use it; all if left out.',
              example: ['production'],
            },
            labels: {
              type: 'map',
              doc: 'Labels that a resource must have to use it.',
              values: [{ value: { type: 'string', doc: '' } }],
              example: { team: 'payments' },
            },
          },
        },
      },
      example: [
        {
          name: 'SHOP_OIDC',
          addresses: ['https-route/shop'],
          environments: ['production'],
          labels: { team: 'payments' },
        },
        'CHAT_WEBHOOK',
      ],
    },
    lint: {
      type: 'group',
      doc: 'The settings of lint.',
      fields: {
        preset: {
          type: 'word',
          doc: 'The rules to start from. `minimal` has the rules that the API documents; each contains the one before.',
          called: 'preset of rules',
          values: presetNames,
          default: 'recommended',
          example: 'recommended',
        },
        rules: { ...rules, example: { 'route-unprotected': 'error' } },
        overrides: {
          type: 'list',
          doc: 'Other settings for a part of the workspace.',
          item: {
            type: 'group',
            doc: '',
            called: 'an override of rules',
            fields: {
              files: {
                type: 'list',
                doc: 'Files, as globs from the root of the workspace.',
                item: { type: 'string', doc: '', glob: 'files' },
              },
              addresses: {
                type: 'list',
                doc: 'Resources, as globs over addresses: `https-route/internal-*`.',
                item: { ...addressGlob, glob: 'list-of-addresses' },
                example: ['https-route/*'],
              },
              rules: { ...rulesOfPart, required: true, example: { 'route-unprotected': 'warn' } },
            },
          },
        },
        baseline: {
          type: 'string',
          doc: 'The baseline, a file of recorded findings; a path from this file. `edgewright baseline create` writes it.',
          form: forms.baseline,
          default: 'edgewright-baseline.json',
          example: 'edgewright-baseline.json',
        },
        docs_url: {
          type: 'string',
          doc: 'The URL where your team reads the folder `docs` of Edgewright, or the site of its pages. Findings then link to the pages of their rules and to their fields in the reference.',
          form: forms.docsUrl,
          example: 'https://git.example.com/tools/edgewright/blob/main/docs',
        },
      },
    },
    safety: {
      type: 'group',
      doc: 'Limits for changes that need no person.',
      fields: {
        max_deletes: {
          type: 'number',
          doc: 'How many objects one plan may delete.',
          max: 0xffffffff,
          isWhole: true,
          default: 0,
          example: 0,
        },
        max_changed_percent: {
          type: 'number',
          doc: 'How much of what exists one plan may change, in percent; counted from 10 objects on. If more than this of the objects of a ledger are gone, no plan is made: it is probably another account.',
          max: 100,
          isWhole: false,
          default: 30,
          example: 30,
        },
        protect: {
          type: 'list',
          doc: 'Addresses, or globs over them, that no plan may delete, retire or forget.',
          item: addressGlob,
          default: [],
          example: ['https-route/shop'],
        },
      },
    },
    windows: {
      type: 'list',
      doc: 'When `apply` may run. An environment that has windows is only applied inside one of them.',
      item: {
        type: 'group',
        doc: '',
        called: 'a change window',
        fields: {
          days: {
            type: 'list',
            doc: 'The days on which the window begins.',
            item: { type: 'word', doc: '', called: 'day', values: weekdays },
            ifEmpty: 'leave out `days` for all of them',
            default: weekdays,
            example: ['mon', 'tue', 'wed', 'thu'],
          },
          from: {
            type: 'string',
            doc: 'The time of day at which it begins, as the clocks of the time zone show it.',
            form: forms.timeOfDay,
            required: true,
            example: '08:00',
          },
          to: {
            type: 'string',
            doc: 'The time of day at which it ends; an earlier one than `from` is that of the next day.',
            form: forms.timeOfDay,
            required: true,
            example: '17:00',
          },
          time_zone: { ...timeZone, example: 'Europe/Berlin' },
          environments: { ...someEnvironments, example: ['production'] },
        },
      },
    },
    freezes: {
      type: 'list',
      doc: 'When `apply` may not run, also inside a window.',
      item: {
        type: 'group',
        doc: '',
        called: 'a freeze',
        fields: {
          from: {
            type: 'string',
            doc: 'The first day, or the minute from which it applies.',
            form: forms.localDate,
            required: true,
            example: '2026-12-20',
          },
          to: {
            type: 'string',
            doc: 'The last day, which belongs to it, or the minute at which it ends.',
            form: forms.localDate,
            required: true,
            example: '2027-01-03',
          },
          time_zone: { ...timeZone, example: 'Europe/Berlin' },
          environments: { ...someEnvironments, example: ['production'] },
          reason: {
            type: 'string',
            doc: 'Why nothing is applied; refusals show it.',
            form: forms.something,
            required: true,
            example: 'the end of the year',
          },
        },
      },
    },
    notify: {
      type: 'list',
      doc: 'Webhooks that are told how an apply ended, of drift, and of unknown outcomes: a POST of JSON with a `text` that chat systems show.',
      item: {
        type: 'group',
        doc: '',
        called: 'a notification',
        fields: {
          url: {
            type: 'string',
            doc: 'The secret whose value is the URL, which is https. It is listed under `secrets`.',
            form: forms.secretUrl,
            required: true,
            example: '$(secret:CHAT_WEBHOOK)',
          },
          events: {
            type: 'list',
            doc: '`apply`: an apply did something, failed or was refused. `drift`: `apply` or `drift` found changes made outside Edgewright. `unknown`: an outcome is unknown.',
            item: { type: 'word', doc: '', called: 'event', values: noticeKinds },
            ifEmpty: 'leave out `events` for all of them',
            default: noticeKinds,
            example: ['apply', 'unknown'],
          },
        },
      },
    },
    policies: {
      type: 'map',
      doc: 'Lint policies by name: assertions over every compiled resource, in CEL.',
      values: [{ keys: forms.policyName.pattern, value: policy }],
      example: policyExample,
    },
    policy: {
      type: 'group',
      doc: 'The language of traffic policies.',
      fields: {
        dialect: {
          type: 'word',
          doc: `The language that traffic policies are checked against, as it was documented on ${policyDialectDate}. With \`none\`, a policy is a string whose content lint does not check.`,
          called: 'dialect of traffic policies',
          values: policyDialects,
          default: 'cloud',
          example: 'cloud',
        },
        actions: {
          type: 'map',
          doc: 'Actions that the dialect does not have, by type. Their settings are not checked.',
          values: [
            {
              keys: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
              value: {
                type: 'group',
                doc: '',
                called: 'an action of traffic policies',
                fields: {
                  phases: {
                    type: 'list',
                    doc: 'The phases that it runs in.',
                    item: { type: 'word', doc: '', called: 'phase', values: phaseNames },
                    ifEmpty: 'leave out `phases` for all of them',
                    default: phaseNames,
                    example: ['on_http_request'],
                  },
                  ends: {
                    type: 'word',
                    doc: 'Whether a request ends with it.',
                    called: '`ends` of an action',
                    values: ownActionEnds,
                    default: 'never',
                    example: 'never',
                  },
                },
              },
            },
          ],
          example: { 'shadow-traffic': { phases: ['on_http_request'], ends: 'never' } },
        },
      },
    },
    marker: {
      type: 'boolean',
      doc: 'Whether created objects carry a small ownership marker in `metadata`, so that they can be found again.',
      default: true,
      example: true,
    },
    snapshot_key: {
      type: 'string',
      doc: 'The public half of the key that snapshots are signed with: `plan --snapshot` takes no other. `edgewright snapshot key <file>` creates both.',
      form: forms.snapshotKey,
      example: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
    },
  },
} as const satisfies DocumentTable;
