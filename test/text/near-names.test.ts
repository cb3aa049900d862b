import { expect, test } from 'vitest';
import { nearNames } from '../../src/text/near-names.ts';

const names = ['alpha', 'beta', 'gamma', 'delta', 'user_agent'];

test('a list that is not cut has all names, the nearest first', () => {
  expect(nearNames('agent', names)).toMatch(/^`user_agent`(?:, `\w+`){4}$/);
});

test('a list that is cut begins with the name that is most like the word', () => {
  expect(nearNames('agent', names, 2)).toMatch(/^`user_agent`, `\w+` and 3 more$/);
});

test.each([
  ['login of members', ['the page of a shop', 'members are asked for a login']],
  ['id_of_client', ['auth_id', 'id_off', 'client_id']],
  ['idOfClient', ['auth_id', 'id_off', 'client_id']],
])('`%s` has the name first that shares most of its words', (word, all) => {
  expect(nearNames(word, all, 1)).toMatch(`\`${all.at(-1) ?? ''}\` and `);
});
