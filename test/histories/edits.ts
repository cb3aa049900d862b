/** The edits of a history. Numbers select among present objects, so that any list, also a shortened one, is valid. */
import fc, { type Arbitrary } from 'fast-check';
import { kindNames, type Kind } from './facts.ts';

export type Edit =
  | { readonly do: 'write'; readonly kind: Kind; readonly name: string; readonly picks: Picks }
  | { readonly do: 'set'; readonly pick: number; readonly field: number; readonly value: number }
  | { readonly do: 'take out'; readonly pick: number; readonly field: number }
  | { readonly do: 'remove'; readonly pick: number; readonly then: 'retire' | 'forget' | undefined }
  | { readonly do: 'rename'; readonly pick: number; readonly name: string; readonly says: boolean }
  | { readonly do: 'use preset'; readonly pick: number }
  | { readonly do: 'edit preset'; readonly field: number; readonly value: number }
  | { readonly do: 'label'; readonly pick: number; readonly value: string }
  | { readonly do: 'move'; readonly pick: number }
  | { readonly do: 'drift'; readonly is: 'drift' | 'revert' }
  | { readonly do: 'outside set'; readonly pick: number; readonly field: number; readonly value: number }
  | { readonly do: 'outside add'; readonly pick: number; readonly field: number; readonly value: number }
  | { readonly do: 'outside take out'; readonly pick: number; readonly field: number }
  | { readonly do: 'outside delete'; readonly pick: number }
  | { readonly do: 'outside create'; readonly kind: Kind; readonly picks: Picks }
  | { readonly do: 'adopt'; readonly pick: number; readonly name: string; readonly picks: Picks }
  | { readonly do: 'apply'; readonly approvals: boolean };

/** Which fields a spec has, and which value each. */
export type Picks = readonly { readonly field: number; readonly value: number }[];

const number = fc.nat(11);
const name = fc.constantFrom('a', 'b', 'c');
const adoptedName = fc.constantFrom('d', 'e', 'f');
const kind = fc.constantFrom<Kind[]>(...kindNames, 'endpoint', 'https-route', 'https-route');
const picks = fc.array(fc.record({ field: number, value: number }), { maxLength: 4 });
const one = <Name extends Edit['do']>(of: Name): Arbitrary<Name> => fc.constant(of);

const edit: Arbitrary<Edit> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: one('write'), kind, name, picks }) },
  { weight: 8, arbitrary: fc.record({ do: one('set'), pick: number, field: number, value: number }) },
  { weight: 5, arbitrary: fc.record({ do: one('take out'), pick: number, field: number }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: one('remove'),
      pick: number,
      then: fc.constantFrom('retire' as const, 'forget' as const, undefined),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: one('rename'), pick: number, name, says: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: one('use preset'), pick: number }) },
  { weight: 2, arbitrary: fc.record({ do: one('edit preset'), field: number, value: number }) },
  { weight: 1, arbitrary: fc.record({ do: one('label'), pick: number, value: name }) },
  { weight: 2, arbitrary: fc.record({ do: one('move'), pick: number }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: one('drift'), is: fc.constantFrom('drift' as const, 'revert' as const) }),
  },
  { weight: 5, arbitrary: fc.record({ do: one('outside set'), pick: number, field: number, value: number }) },
  { weight: 4, arbitrary: fc.record({ do: one('outside add'), pick: number, field: number, value: number }) },
  { weight: 2, arbitrary: fc.record({ do: one('outside take out'), pick: number, field: number }) },
  { weight: 2, arbitrary: fc.record({ do: one('outside delete'), pick: number }) },
  { weight: 4, arbitrary: fc.record({ do: one('outside create'), kind, picks }) },
  { weight: 5, arbitrary: fc.record({ do: one('adopt'), pick: number, name: adoptedName, picks }) },
  { weight: 10, arbitrary: fc.record({ do: one('apply'), approvals: fc.boolean() }) },
);

/** Something is written and applied, then anything may happen; the last word is an apply. */
export const histories: Arbitrary<readonly Edit[]> = fc
  .tuple(
    fc.array(fc.record({ do: one('write'), kind, name, picks }), { minLength: 1, maxLength: 3 }),
    fc.array(edit, { minLength: 1, maxLength: 20, size: 'max' }),
  )
  .map(([first, rest]): readonly Edit[] => [...first, apply, ...rest, apply]);

const apply: Edit = { do: 'apply', approvals: false };
