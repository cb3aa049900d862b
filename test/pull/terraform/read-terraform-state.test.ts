import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { UserError } from '../../../src/model/errors.ts';
import { readTerraformState } from '../../../src/pull/terraform/read-terraform-state.ts';

interface Case {
  readonly why: string;
  /** The document; or else the text, for what is not JSON. */
  readonly state?: unknown;
  readonly text?: string;
  /** `<terraform address>: <edge_id>/<id>`, in order. */
  readonly objects?: readonly string[];
  readonly tainted?: readonly string[];
  readonly deposed?: readonly string[];
  readonly unread?: readonly string[];
  readonly others?: Readonly<Record<string, number>>;
  readonly error?: string;
}

const cases = parse(readFileSync(path.join(import.meta.dirname, 'cases.yaml'), 'utf8')) as readonly Case[];

/** In each case this is a value that must not come out. */
const secret = 'hunter2-hunter2';

describe('a Terraform state', () => {
  test.each(cases.map((one) => [one.why, one] as const))('%s', (_why, one) => {
    const seen = read(one.text ?? JSON.stringify(one.state, undefined, 2));
    const { objects = [], tainted = [], deposed = [], unread = [], others = {}, error } = one;
    if (error === undefined) expect(seen).toEqual({ objects, tainted, deposed, unread, others });
    else expect(seen).toEqual(error);
    expect(JSON.stringify(seen)).not.toContain(secret);
  });

  test('of the cases, some hold a secret', () => {
    expect(cases.filter((one) => JSON.stringify(one).includes(secret)).length).toBeGreaterThan(3);
  });
});

function read(text: string): unknown {
  try {
    const { objects, deposed, unread, others } = readTerraformState(text, 'x.tfstate');
    return {
      objects: objects.map(
        ({ key, instance }) =>
          `${instance.address}: ${key.edge_id === undefined ? '' : `${key.edge_id}/`}${key.id}`,
      ),
      tainted: objects.flatMap(({ instance }) =>
        instance.condition === 'tainted' ? [instance.address] : [],
      ),
      deposed,
      unread: unread.map(({ address, why }) => `${address}: ${why}`),
      others: Object.fromEntries(others),
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.exitCode).toBe(64);
    return error.help === undefined ? error.message : `${error.message} | ${error.help}`;
  }
}
